internal import AppleLayout
internal import Engine
internal import Rendering
internal import SymbolStore

/// The options of a command line as typed values, each checked on its own. Nothing here accesses the disk.
struct Options: Sendable {
  /// The values of `--color`.
  enum Color: String, Sendable { case auto, always, never }

  /// The command.
  let command: Command
  /// Reports, files or addresses, depending on the command.
  let operands: [String]
  /// The paths of `--symbols`.
  let symbols: [String]
  /// The directories of `--allow`.
  let allowed: [String]
  /// The directory of `--store`.
  let store: String?
  /// The output format.
  let format: OutputFormat
  /// The text of frames.
  let names: FrameStyle.Names
  /// The path of `--output`.
  let output: String?
  /// The number of parallel jobs, or nil for one per core.
  let jobs: Int?
  /// The bindings of `--image`.
  let images: [ImageBinding]
  /// The replacements of `--map-path`.
  let pathMaps: [PathMap]
  /// The directories of `--source-root`.
  let sourceRoots: [String]
  /// The paths of `--source-map`.
  let sourceMaps: [String]
  /// The number of `--context`.
  let contextLines: Int?
  /// The template of `--source-url`.
  let sourceLink: SourceLink?
  /// The value of `--color`.
  let color: Color
  /// Whether progress may be printed.
  let progress: Bool
  /// The architecture of `--arch`.
  let architecture: String?
  /// The load address of `--load`.
  let load: UInt64?
  /// The limits of `store prune`; without any, everything is kept.
  let limits: PruneLimits
  /// The values of `--os-build` and `--os-version`.
  let system: StatedSystem
  /// The largest report that is read.
  let sizeLimit: SizeLimit
  /// The longest time for one of several reports.
  let timeLimit: TimeLimit
  /// The options that affect triage.
  let triage: TriageFlags
  /// The switches that were given.
  let switches: Set<Flag.Name>

  /// The operands, and the paths that options name, but for that of the output.
  let inputFiles: [String]
  /// All given options, each once.
  let given: Set<Flag.Name>
  /// The options that change outputs, with their values, in a fixed order.
  let outputKey: String

  /// Whether the values that `--redact` replaces are printed instead of results.
  let listsSecrets: Bool

  /// Returns whether a switch was given.
  func has(_ name: Flag.Name) -> Bool { switches.contains(name) }

  /// Checks every value. Throws for the first invalid one.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    let command = arguments.command
    self.command = command
    operands = arguments.operands
    symbols = arguments.values(of: .symbols)
    allowed = arguments.values(of: .allow)
    store = arguments.value(of: .store)
    format = arguments.value(of: .format).flatMap(OutputFormat.init) ?? .text
    names = arguments.value(of: .style).flatMap(FrameStyle.Names.init) ?? .symbolicated
    output = arguments.value(of: .output)
    color = arguments.value(of: .color).flatMap(Color.init) ?? .auto
    progress = arguments.value(of: .progress) != "never"
    architecture = arguments.value(of: .arch)
    listsSecrets = arguments.value(of: .redact) == "list"
    given = Set(arguments.options.map(\.name))
    outputKey = arguments.options.filter { !Self.withoutEffect.contains($0.name) }.map { "\($0.name.rawValue)=\($0.value ?? "")" }
      .sorted().joined(separator: "\n")
    switches = Set(arguments.options.filter { $0.value == nil }.map(\.name))
    jobs = try Self.read(arguments.value(of: .jobs), of: .jobs, "a number above 0", command) { text in
      Int(text).flatMap { $0 > 0 ? $0 : nil }
    }
    limits = PruneLimits(
      maxSize: try Self.read(
        arguments.value(of: .maxSize), of: .maxSize, "a size such as 500M or 20G", command, PruneLimits.size),
      olderThan: try Self.read(
        arguments.value(of: .olderThan), of: .olderThan, "a time such as 12h, 90d, 8w or 1y", command, PruneLimits.seconds),
      keepLast: try Self.read(arguments.value(of: .keepLast), of: .keepLast, "a number above 0", command) { text in
        Int(text).flatMap { $0 > 0 ? $0 : nil }
      })
    system = StatedSystem(
      build: try Self.read(arguments.value(of: .osBuild), of: .osBuild, "a build such as 23B85", command, Self.systemWord),
      version: try Self.read(
        arguments.value(of: .osVersion), of: .osVersion, "a version such as 26.1", command, Self.systemWord))
    sizeLimit = SizeLimit(
      bytes: try Self.read(
        arguments.value(of: .maxReportSize), of: .maxReportSize, "a size such as 500M or 2G", command, PruneLimits.size))
    timeLimit = TimeLimit(
      seconds: try Self.read(arguments.value(of: .timeLimit), of: .timeLimit, "a number of seconds", command) { text in
        Int(text).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
      })
    load = try Self.read(arguments.value(of: .load), of: .load, "a hexadecimal address", command, HexAddress.parse)
    images = try Self.readAll(arguments, .image, "NAME=PATH, NAME=0xADDRESS or NAME=0xADDRESS,ID", ImageBinding.init(parsing:))
    inputFiles =
      arguments.operands + arguments.inputPaths
      + images.compactMap { binding in
        if case .file(let path) = binding.fact { path } else { nil }
      }
    pathMaps = try Self.readAll(arguments, .mapPath, "FROM=TO", PathMap.init(parsing:))
    sourceRoots = arguments.values(of: .sourceRoot)
    sourceMaps = arguments.values(of: .sourceMap)
    triage = try TriageFlags(arguments)
    contextLines = try Self.read(arguments.value(of: .context), of: .context, "a number from 0 to 1000", command) { text in
      Int(text).flatMap { (0...1000).contains($0) ? $0 : nil }
    }
    sourceLink = try Self.read(
      arguments.value(of: .sourceURL), of: .sourceURL, "a template with {path}", command, SourceLink.init(parsing:))
  }

  /// Returns a build or version of a system: one to 32 letters, digits and dots; nil for other text.
  private static func systemWord(_ text: String) -> String? {
    let isWord = text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 46
    }
    return isWord && (1...32).contains(text.utf8.count) ? text : nil
  }

  /// Options that change how outputs are made, and what is printed meanwhile, but not the outputs. Debug files are compared
  /// themselves.
  private static let withoutEffect: Set<Flag.Name> = [
    .output, .jobs, .progress, .quiet, .verbose, .color, .force, .strict, .symbols, .store, .noIndex, .timeLimit, .maxReportSize,
    .baseline, .failOn,
  ]

  private static func read<Value>(
    _ text: String?, of name: Flag.Name, _ expected: String, _ command: Command, _ parse: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text else { return nil }
    guard let value = parse(text) else {
      throw UsageError("option '--\(name.rawValue)': '\(text)' is not \(expected)", command: command)
    }
    return value
  }

  private static func readAll<Value>(
    _ arguments: ParsedArguments, _ name: Flag.Name, _ expected: String, _ parse: (String) -> Value?
  ) throws(UsageError) -> [Value] {
    var values: [Value] = []
    for text in arguments.values(of: name) {
      if let value = try read(text, of: name, expected, arguments.command, parse) { values.append(value) }
    }
    return values
  }
}
