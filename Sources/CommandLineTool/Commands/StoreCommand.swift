internal import CrashModel
internal import SymbolModel
internal import SymbolStore
internal import System

/// `symbolicate store`: keeps debug files and finds them by ID.
struct StoreCommand {
  /// The store that the user named, or the default one.
  let store: DebugStore
  /// The operands after the verb.
  let operands: [String]
  let options: Options
  /// The behavior towards the reader of the output.
  let manners: TerminalSettings

  /// Runs the command and returns the exit code.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    let verb = try verb(of: options)
    guard let path = SearchPaths.storePath(named: options.store) else {
      throw UsageError("no store; use --store or set $SYMBOLICATE_STORE", command: .store)
    }
    let command = StoreCommand(
      store: DebugStore(path: path), operands: Array(options.operands.dropFirst()), options: options,
      manners: TerminalSettings(options, writesToFile: false))
    return try command.run(verb)
  }

  private static func verb(of options: Options) throws(UsageError) -> StoreVerb {
    let words = StoreVerb.allCases.map(\.rawValue)
    guard let word = options.operands.first else {
      throw UsageError("expected a store command: \(words.joined(separator: ", "))", command: .store)
    }
    guard let verb = StoreVerb(rawValue: word) else {
      let near = Spelling.nearest(to: word, among: words).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError("unknown store command '\(word)'\(near)", command: .store)
    }
    for flag in options.given where !verb.flags.contains(flag) && !StoreVerb.commonFlags.contains(flag) {
      throw UsageError("'store \(word)' has no option '--\(flag.name)'", command: .store)
    }
    if options.has(.link), options.has(.indexOnly) {
      throw UsageError("'--link' and '--index-only' cannot be combined", command: .store)
    }
    let count = options.operands.count - 1
    if let operand = verb.operand, count == 0 { throw UsageError("'store \(word)' needs \(operand)", command: .store) }
    if verb.operand == nil, count > 0 {
      throw UsageError("unexpected argument '\(options.operands[1])' for 'store \(word)'", command: .store)
    }
    if verb == .export, options.system.build == nil {
      throw UsageError("'store export' needs --os-build", command: .store)
    }
    if verb == .export, count > 1 {
      throw UsageError("unexpected argument '\(options.operands[2])' for 'store export'", command: .store)
    }
    if verb == .prune, options.limits.isEmpty {
      throw UsageError("'store prune' needs --max-size, --older-than or --keep-last", command: .store)
    }
    return verb
  }

  private func run(_ verb: StoreVerb) throws(UsageError) -> Int32 {
    if verb != .add, verb != .path, !manners.isQuiet, FileSystem.status(store.path)?.kind != .directory {
      StandardStreams.report("no store at \(store.path) yet; 'symbolicate store add' creates it")
    }
    return switch verb {
    case .add: add()
    case .list: list()
    case .find: find()
    case .verify: verify()
    case .remove: remove()
    case .prune: prune()
    case .export: export()
    case .path: StandardStreams.printResult(store.path + "\n")
    }
  }

  /// The entries, from the cached listing of the store.
  var listing: StoreListing {
    StoreListing(store, cacheFolder: SearchPaths.userCache, jobs: jobs)
  }

  /// The number of threads.
  var jobs: Int { options.jobs ?? Environment.processorCount }

  /// Prints lines, with control characters made visible. Returns the exit code.
  func printLines(_ lines: [String]) -> Int32 {
    var bytes: [UInt8] = []
    for line in lines {
      bytes += TerminalText.line(line).utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return StandardStreams.printResult(bytes)
  }

  /// Prints what could not be read. Returns the exit code.
  func tell(_ unread: [SystemError]) -> Int32 {
    for error in unread { StandardStreams.report("\(error.path ?? store.path): \(error.message); what is in it is missing here") }
    return unread.isEmpty ? ExitCode.success : ExitCode.unreadable
  }

  /// Prints an error of the store. Returns the exit code.
  func fail(_ error: StoreError) -> Int32 {
    StandardStreams.report(error.description)
    return ExitCode.unwritable
  }

  /// `3 files`, `1 file`, `12,345 files`.
  static func counted(_ number: Int, _ noun: String) -> String { "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")" }

  private static func grouped(_ number: Int) -> String {
    var groups: [Substring] = []
    var rest = String(number)[...]
    while rest.utf8.count > 3 {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return ([rest] + groups).joined(separator: ",")
  }
}
