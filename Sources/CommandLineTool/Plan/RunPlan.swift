internal import DebugInfo
internal import Answering
internal import Jobs
internal import SourceMaps
internal import Redaction
internal import SymbolStore
internal import Synchronization
internal import System
internal import Triage
internal import Workers

/// The plan of the main command and `inspect`: the options combined with the files on the disk.
struct RunPlan {
  /// The reports, in order.
  let inputs: InputList
  /// The destination of the results.
  let destination: OutputTarget
  /// The format of the results.
  let format: OutputFormat
  /// The options for answers.
  let symbolication: SymbolicationOptions
  /// The search paths for debug files.
  let searchPaths: SearchPaths
  /// The files that the results go to.
  let files: OutputFiles

  /// Divides the operands into reports and debug files. Throws if there is nothing to do.
  init(_ options: Options) throws(UsageError) {
    let operands = SortedOperands(options.operands)
    var reports = operands.reports
    if reports.isEmpty {
      guard options.operands.isEmpty else {
        throw UsageError("no crash report among the arguments (only debug files)", command: options.command)
      }
      guard !Environment.isTerminal(0) else { throw UsageError("no report given", command: options.command, wantsHelp: true) }
      reports = ["-"]
    }
    format = options.format
    if options.has(.plain), format != .markdown {
      throw UsageError("option '--plain' needs '--format markdown'", command: options.command)
    }
    let listed = Self.list(reports, options)
    files = OutputFiles(
      inputs: { [named = options.inputFiles] in named + listed.inputs.map(\.origin) }, excluded: listed.excluded)
    let target =
      options.isOfGroups
      ? .standardOutput
      : OutputTarget(options.output, severalInputs: listed.inputs.count > 1 || listed.hasFolder, format: format)
    // Nobody reads thousands of reports on a terminal.
    let isShown = target == .standardOutput && options.command == .symbolicate && !options.isOfGroups
    destination = isShown && listed.hasFolder && options.output == nil && Environment.isTerminal(1) ? .summary : target
    searchPaths = options.searchPaths(with: operands.debugFiles + listed.symbolArchives)
    symbolication = try Self.symbolication(options, reports: listed.inputs.count)
    inputs = symbolication.redactor.map { Self.learned(listed, $0, options) } ?? listed
    if case .folder(let path) = destination, FileSystem.status(path)?.kind == .file {
      throw UsageError("option '--output': \(path) is a file; several reports need a directory", command: options.command)
    }
    if format == .speedscope, isJoined {
      throw UsageError("format 'speedscope' of several inputs needs '--output DIRECTORY'", command: options.command)
    }
  }

  /// Lists the inputs; on a terminal a line shows the progress with large archives.
  private static func list(_ reports: [String], _ options: Options) -> InputList {
    var progress = Progress(total: 0, isShown: TerminalSettings(options, writesToFile: false).showsProgress)
    defer { progress.clear() }
    return InputList(reports, excluding: options.output) { progress.show(phase: $0) }
  }

  /// Whether results go to a directory of the names of the inputs.
  var mirrorsInput: Bool { if case .folder = destination { true } else { false } }

  /// Whether there may be several reports: they have a summary.
  var isBatch: Bool { inputs.hasFolder || inputs.inputs.count > 1 }

  /// Whether several results on standard output are joined to one JSON array.
  var joinsArray: Bool { format == .json && isJoined }

  /// Whether several results on standard output are parts of one HTML page.
  var joinsPage: Bool { format == .html && isJoined }

  private var isJoined: Bool { destination == .standardOutput && (inputs.hasFolder || inputs.inputs.count > 1) }

  /// From this many reports on, building the indexes of their debug files is worth it.
  private static let manyReports = 32

  /// Reads several inputs once before anything is written, so that a value that one of them gives away is replaced in all, and in the names
  /// of the outputs, which get other ones.
  private static func learned(_ listed: InputList, _ redactor: Redactor, _ options: Options) -> InputList {
    guard listed.hasFolder || listed.inputs.count > 1 || options.output != nil || options.listsSecrets else { return listed }
    var inputs = listed
    let all = inputs.inputs.filter { $0.path != "-" }
    let next = Mutex(0)
    OrderedWork(jobs: options.jobs ?? Environment.processorCount).run {
      let position = next.withLock { position in
        defer { position += 1 }
        return position
      }
      return position < all.count ? all[position] : nil
    } work: { _, input in
      _ = InputReading(of: input, limit: options.sizeLimit, reader: ReportReader(redactor: redactor))
    } finish: { _ in
    }
    inputs.renameOutputs { redactor.redact($0) }
    return inputs
  }

  /// Returns the options for the answers to this many reports. Throws if one is invalid.
  static func symbolication(_ options: Options, reports: Int) throws(UsageError) -> SymbolicationOptions {
    var symbolication = SymbolicationOptions()
    symbolication.bindings = options.images
    symbolication.allowsMismatch = options.has(.allowMismatch)
    symbolication.readsVariables = options.has(.values)
    symbolication.keepsInlines = !options.has(.noInlines)
    symbolication.names = options.has(.noDemangle) ? .mangled : options.has(.fullNames) ? .full : .short
    symbolication.sources = try sources(options)
    symbolication.sourceMaps = sourceMaps(options)
    symbolication.redactor =
      options.given.contains(.redact)
      ? Redactor(salt: options.triage.deviceSalt ?? String(UInt64.random(in: 0 ... .max), radix: 16)) : nil
    StandardStreams.hide(with: symbolication.redactor)
    symbolication.jobs = options.jobs ?? Environment.processorCount
    symbolication.indexes = options.has(.noIndex) ? .live : .cached(builds: reports >= manyReports)
    symbolication.isolatesDebugFiles = reports > 1 || ResolverLimits.isolatesSingleReports
    symbolication.startsResolverEarly = reports == 1
    // The summary of a batch has groups, whatever the format of the reports; on a terminal, an answer follows them.
    let makesSummary =
      options.command == .summarize || options.output != nil && reports > 1
      || options.command == .symbolicate && options.output == nil && Environment.isTerminal(1)
    if makesSummary || options.triage.failOn != nil || options.git != nil || options.command == .stream || options.isOfGroups
      || [.brief, .json, .ndjson, .html].contains(options.format)
    {
      symbolication.triager = Triager(try options.triage.options(options.command))
    }
    // Without messages, nothing of such outputs shows why the program crashed.
    let isShown = ![.same, .folded, .speedscope].contains(options.format) || !options.has(.quiet)
    symbolication.explainsInstructions = symbolication.triager != nil || isShown
    return symbolication
  }

  /// Returns the maps that the user named and those in the store, which are found by the debug ID that a report gives.
  private static func sourceMaps(_ options: Options) -> SourceMapSet {
    let store = SearchPaths.storePath(named: options.store).map { DebugStore(path: $0) }
    return SourceMapSet(options.sourceMaps, cache: options.has(.noIndex) ? nil : .standard()) { id in
      store?.sourceMaps(debugID: id) ?? []
    }
  }

  /// Returns the repository of `--source-git`. A name with `@` may be that of a directory; else a revision follows the last one.
  private static func repository(_ options: Options) throws(UsageError) -> SourceRepository? {
    guard let text = options.sourceGit else {
      if options.revisionKey != nil {
        throw UsageError("option '--revision-key' needs '--source-git REPO'", command: options.command)
      }
      return nil
    }
    if FileSystem.status(text)?.kind == .directory {
      return SourceRepository(folder: text, revision: nil, key: options.revisionKey)
    }
    if let sign = text.lastIndex(of: "@") {
      let (folder, revision) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
      if FileSystem.status(folder)?.kind == .directory, !revision.isEmpty {
        return SourceRepository(folder: folder, revision: revision, key: options.revisionKey)
      }
    }
    throw UsageError("option '--source-git': \(text) is not a directory", command: options.command)
  }

  private static func sources(_ options: Options) throws(UsageError) -> SourceOptions {
    var sources = SourceOptions()
    sources.repository = try repository(options)
    for root in options.sourceRoots {
      switch FileSystem.status(root)?.kind {
      case .directory: sources.roots.append(root)
      case .file where root.lowercased().hasSuffix(".zip"): sources.bundles.append(root)
      default:
        throw UsageError(
          "option '--source-root': \(root) is neither a directory nor a source bundle (.src.zip)", command: options.command)
      }
    }
    sources.pathMaps = options.pathMaps
    sources.contextLines = options.contextLines
    sources.link = options.sourceLink
    return sources
  }
}
