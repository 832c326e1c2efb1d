import CrashModel
import JSONText

/// The thread that an object around a call stack describes, by the usual names of its keys.
struct GenericJSONThread {
  private(set) var name: String?
  /// The name of the dispatch queue.
  private(set) var queue: String?
  /// Whether the object marks the thread as the one that crashed.
  private(set) var isCrashed = false
  /// The name of the signal that the thread received.
  private(set) var signal: String?
  /// The number that other parts of the document use for the thread.
  private(set) var id: Int?
  /// The registers in the order of the object.
  private(set) var registers: [Register] = []

  /// Reads an object.
  init(_ object: JSONValue) {
    for (key, value) in object.members {
      switch GenericJSONFrame.plain(key.string) {
      case "name", "threadname": name = value.string.flatMap { $0.isEmpty ? nil : $0 }
      case "queue", "queuename", "dispatchqueue", "dispatchqueuelabel": queue = value.string.flatMap { $0.isEmpty ? nil : $0 }
      case "crashed", "iscrashed", "triggered", "errorreportingthread", "threadattributed":
        if value.bool == true || value.equals("true") { isCrashed = true }
      case "signal", "signalname": signal = value.string.flatMap { $0.hasPrefix("SIG") ? $0 : nil }
      case "index", "threadindex", "threadnumber", "sequence": id = value.int ?? value.string.flatMap { Int($0) } ?? id
      case "id": id = id ?? value.int
      case "registers": registers = Self.registers(value)
      default: break
      }
    }
    if let number = name.flatMap({ Self.crashedNumber(in: $0) }) { (isCrashed, id, name) = (true, number, nil) }
  }

  /// Returns the thread that an object with the stack of an exception names as the crashed one, or nil if it names none. Measure
  /// lists that thread only there.
  static func ofException(_ object: JSONValue) -> GenericJSONThread? {
    let name = object["thread_name"]?.string ?? object["threadName"]?.string
    guard let name, crashedNumber(in: name) != nil else { return nil }
    return GenericJSONThread(object)
  }

  /// Returns the number in `Thread 0 Crashed`, as PLCrashReporter's text calls the thread, or nil for any other name.
  private static func crashedNumber(in name: String) -> Int? {
    guard name.hasPrefix("Thread "), name.hasSuffix(" Crashed") else { return nil }
    return Int(name.dropFirst(7).dropLast(8))
  }

  /// Reads `{"pc": 4368026892, "x": [0, 1, ...]}`; the elements of an array get numbers.
  private static func registers(_ object: JSONValue) -> [Register] {
    object.members.prefix(200).flatMap { key, value -> [Register] in
      if let number = value.address ?? value["value"]?.address { return [Register(name: key.string, value: number)] }
      return value.elements.prefix(100).enumerated().compactMap { number, element in
        element.address.map { Register(name: "\(key.string)\(number)", value: $0) }
      }
    }
  }
}
