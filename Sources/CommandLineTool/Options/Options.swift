internal import AppleLayout
internal import Answering
internal import Jobs
internal import Rendering
internal import SymbolStore

/// The options of a command line as typed values, each checked on its own. Nothing here accesses the disk.
struct Options: Sendable {
  /// The values of `--color`.
  enum Color: String, Sendable { case auto, always, never }

  let command: Command
  /// Reports, files or addresses, depending on the command.
  let operands: [String]
  /// The operands, and the paths that options name, but for that of the output.
  private(set) var inputFiles: [String] = []
  /// All given options.
  let given: Set<Flag>
  /// The options that were given without a value.
  private let switches: Set<Flag>

  var symbols: [String] = []
  var allowed: [String] = []
  var store: String?
  var symbolServers: [ServerAddress] = []
  /// The command that fetches debug files.
  var fetchCommand: String?
  /// The longest time of a request or a run of the command.
  var fetchSeconds: Int?
  /// The size of the largest file from a server.
  var fetchLimit: Int?
  /// The format of results, one for each input.
  var format = OutputFormat.text
  /// The format of a result for all inputs, or nil if the format is not one of those.
  var summaryFormat: SummaryFormat?
  /// The text of frames.
  var names = FrameStyle.Names.symbolicated
  var output: String?
  /// The number of parallel jobs, or nil for one per core.
  var jobs: Int?
  var images: [ImageBinding] = []
  var pathMaps: [PathMap] = []
  var sourceRoots: [String] = []
  /// The repository of `--source-git`, maybe with a revision.
  var sourceGit: String?
  var revisionKey: String?
  var sourceMaps: [String] = []
  var contextLines: Int?
  var sourceLink: SourceLink?
  /// The repository of `--git`.
  var git: String?
  var revisions: [NamedRevision] = []
  /// The files of `--sessions`.
  var sessions: [String] = []
  var color = Color.auto
  /// Whether progress may be printed.
  var progress = true
  var architecture: String?
  /// The load address of the image.
  var load: UInt64?
  /// The limits of `store prune`; without any, everything is kept.
  var limits = PruneLimits()
  /// The system of a shared cache.
  var system = StatedSystem()
  /// The largest report that is read.
  var sizeLimit = SizeLimit()
  /// The longest time for one of several reports.
  var timeLimit = TimeLimit()
  /// The options that affect triage.
  var triage = TriageFlags()
  /// Whether the values that `--redact` replaces are printed instead of results.
  var listsSecrets = false

  /// The options that change outputs, with their values, in a fixed order.
  let outputKey: String

  /// Returns whether a switch was given.
  func has(_ flag: Flag) -> Bool { switches.contains(flag) }

  /// Whether the result shows the groups of all reports instead of each report.
  var isOfGroups: Bool { command == .summarize || summaryFormat?.isOnlyOfGroups == true }

  /// Reads every value. Throws for the first invalid one.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    command = arguments.command
    operands = arguments.operands
    given = Set(arguments.options.map(\.flag))
    switches = Set(
      arguments.options.filter { $0.value == nil }.map(\.flag) + arguments.configured.filter { $0.value == nil }.map(\.flag))
    let all = arguments.configured.map { ($0.flag, $0.value) } + arguments.options.map { ($0.flag, $0.value) }
    let effective =
      all.filter { $0.0.changesOutputs }.map { "\($0.0.name)=\($0.1 ?? "")" }
      + arguments.appImages.map { "\(TriageFlags.appImagesKey)=\($0)" }
    let chosen =
      given.contains(.format) ? nil : arguments.value(of: .output).flatMap { Self.format(of: $0, for: arguments.command) }
    outputKey = (effective + (chosen.map { ["format=" + $0] } ?? [])).sorted().joined(separator: "\n")
    for option in arguments.configured {
      guard let value = option.value, let read = option.flag.read, !read(&self, option.flag.wholeValue(of: value)) else {
        continue
      }
      throw UsageError("\(option.place): '\(option.flag.name)': '\(value)' is not \(option.flag.expected)", command: .config)
    }
    triage.appImages = arguments.appImages
    var options = arguments.options
    if let chosen { options.append((flag: .format, value: chosen)) }
    for (flag, value) in options {
      guard let value, let read = flag.read, !read(&self, value) else { continue }
      throw UsageError("option '--\(flag.name)': '\(value)' is not \(flag.expected)", command: command)
    }
    if triage.failOn == .new, triage.baseline == nil {
      throw UsageError("option '--fail-on new' needs '--baseline SUMMARY.json'", command: command)
    }
    if triage.failOn == .regression, command != .summarize {
      throw UsageError("option '--fail-on regression' needs 'symbolicate summarize' and '--sessions FILE'", command: command)
    }
    for flag in [Flag.revision, .authors, .owners] where given.contains(flag) && git == nil {
      throw UsageError("option '--\(flag.name)' needs '--git REPO'", command: command)
    }
    if triage.pivot == .owner, git == nil { throw UsageError("option '--group-by owner' needs '--git REPO'", command: command) }
    let named: [String] = images.compactMap { binding in if case .file(let path) = binding.fact { path } else { nil } }
    inputFiles = operands + arguments.inputPaths + named
  }

  /// Returns where debug files are searched, and with which servers: the paths of options, and `more`.
  func searchPaths(with more: [String]) -> SearchPaths {
    var paths = SearchPaths(symbols: symbols + more, store: store)
    paths.debuginfodIsWanted = has(.debuginfod)
    paths.remote.servers = symbolServers
    paths.remote.command = fetchCommand
    fetchSeconds.map { paths.remote.seconds = $0 }
    fetchLimit.map { paths.remote.sizeLimit = $0 }
    return paths
  }

  /// Returns the word of the format that the extension of an output names, or nil if it names none of the command.
  private static func format(of output: String, for command: Command) -> String? {
    guard case .choice(_, let words) = Flag.format.of(command)?.value else { return nil }
    return Flag.formats(named: output).first { words.contains($0) }
  }

  /// Takes the value of an option. Returns false if there is none.
  mutating func take<Value>(_ value: Value?, as place: WritableKeyPath<Options, Value?>) -> Bool {
    self[keyPath: place] = value
    return value != nil
  }

  /// Takes one of the values of an option. Returns false if there is none.
  mutating func take<Value>(_ value: Value?, into place: WritableKeyPath<Options, [Value]>) -> Bool {
    guard let value else { return false }
    self[keyPath: place].append(value)
    return true
  }
}
