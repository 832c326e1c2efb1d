import JSONText

/// Finds the process that a stackshot is about, among all processes of the system.
enum IPSStackshot {
  /// A process and its main thread, by their keys.
  struct Accused {
    /// The key of the process.
    var pid: String
    /// The key of its main thread, or nil if it has no threads.
    var thread: String?
  }

  /// Returns the process that a report names by its ID, else the first one with its name; nil if it names none of them. Panics name the
  /// thread in their message.
  static func accused(_ body: JSONValue, among processes: JSONValue) -> Accused? {
    guard IPSDetails.panic(body) == nil else { return nil }
    let pid = body["pid"]?.int.flatMap { $0 >= 0 ? String($0) : nil }
    let name = body["procName"]?.string
    let found =
      processes.members.first { $0.key.string == pid }
      ?? processes.members.first { $0.value["procname"]?.string == name && name != nil }
    return found.map { Accused(pid: $0.key.string, thread: mainThread($0.value)) }
  }

  /// Returns the thread of the main queue, else the one with the lowest ID: it is created first.
  private static func mainThread(_ process: JSONValue) -> String? {
    let threads = process["threadById"]?.members ?? JSONValue.Members.none
    let main = threads.first { _, thread in
      [thread["dispatch_queue_label"]?.string, thread["name"]?.string].contains("com.apple.main-thread")
    }
    return (main ?? threads.min { Int($0.key.string) ?? .max < Int($1.key.string) ?? .max })?.key.string
  }
}
