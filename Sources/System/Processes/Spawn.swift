internal import Glibc

/// How a program is started (posix_spawnp(3)). Whatever cannot be prepared starts nothing: a process without its arguments, or with the
/// descriptors of this one, would do something else.
struct Spawn {
  /// What one of the standard descriptors of the new process is.
  enum Source {
    /// A descriptor of this process.
    case descriptor(CInt)
    /// `/dev/null`, for reading and writing.
    case nothing
    /// What it is in this process.
    case shared
  }

  /// The program, a path or a name in `$PATH`, and its arguments.
  let words: [String]
  /// Variables of the environment: `NAME=value`.
  let variables: [String]
  /// Whether it has this process's variables, too.
  var inheritsVariables = false
  /// Whether it leads a group of processes.
  var leadsGroup = false
  /// Whether it ends when nobody reads what it writes, although this process ignores SIGPIPE.
  var endsAtBrokenPipe = false
  var input = Source.shared
  var output = Source.shared
  var errors = Source.shared

  /// Starts the program and returns its process. Throws the reason why it could not be started.
  func run() throws(SystemError) -> pid_t {
    var identifier: pid_t = 0
    let code = start(&identifier)
    guard code == 0 else { throw SystemError(code, operation: "posix_spawn", path: words[0]) }
    return identifier
  }

  /// Returns 0, or a number of errno(3).
  private func start(_ identifier: inout pid_t) -> CInt {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (source, target) in [(input, CInt(0)), (output, 1), (errors, 2)] {
      let code = unsafe Self.prepare(source, target, &actions)
      if code != 0 { return code }
    }
    var attributes = unsafe posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var pipe = sigset_t()
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &pipe)
    let flags = (leadsGroup ? POSIX_SPAWN_SETPGROUP : 0) | (endsAtBrokenPipe ? POSIX_SPAWN_SETSIGDEF : 0)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    return unsafe Self.withPointers(to: words, andThen: []) { list in
      unsafe Self.withPointers(to: variables, andThen: inheritsVariables ? Self.inherited : []) { environment in
        return unsafe posix_spawnp(&identifier, words[0].fileName, &actions, &attributes, &list, &environment)
      }
    }
  }

  /// Makes `target` of the new process what `source` says. Returns 0, or a number of errno(3).
  private static func prepare(_ source: Source, _ target: CInt, _ actions: inout posix_spawn_file_actions_t) -> CInt {
    switch source {
    case .descriptor(let descriptor): unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, target)
    case .nothing: unsafe posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0)
    case .shared: 0
    }
  }

  /// The variables of this process.
  private static var inherited: [UnsafeMutablePointer<CChar>?] {
    var entries = unsafe [UnsafeMutablePointer<CChar>?]()
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      unsafe entries.append(entry)
      unsafe next += 1
    }
    return unsafe entries
  }

  /// Calls `body` with pointers to texts for the system, those of `others`, and a null pointer.
  private static func withPointers(
    to texts: [String], andThen others: [UnsafeMutablePointer<CChar>?],
    _ body: (inout [UnsafeMutablePointer<CChar>?]) -> CInt
  ) -> CInt {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in texts {
      starts.append(bytes.count)
      bytes += text.fileName
    }
    return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var pointers = unsafe starts.map { start in unsafe buffer.baseAddress.map { unsafe $0 + start } }
      unsafe pointers += others + [nil]
      return unsafe body(&pointers)
    }
  }
}
