internal import DebugInfo
internal import Engine
internal import SymbolStore
internal import System

/// What the main job and `inspect` are going to do: options put together with what is on the disk.
struct RunPlan {
  /// The reports, in order.
  let inputs: InputList
  /// Where the results go.
  let place: OutputPlace
  /// How results are written.
  let format: OutputFormat
  /// What the user wants of the answers.
  let answers: SymbolicationOptions
  /// Where debug files are looked for.
  let places: SearchPlaces

  /// Sorts the operands and looks at what they are. Throws when there is nothing to do.
  init(_ options: RawOptions) throws(UsageError) {
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
    inputs = InputList(reports, excluding: options.output)
    place = OutputPlace(options.output, severalInputs: inputs.inputs.count > 1 || inputs.hasFolder)
    var places = SearchPlaces(symbols: options.symbols + operands.debugFiles, store: options.store)
    places.debuginfodIsWanted = options.has(.debuginfod)
    self.places = places
    answers = try Self.answers(options, reports: inputs.inputs.count)
    if case .folder(let path) = place, FileSystem.status(path)?.kind == .file {
      throw UsageError("option '--output': \(path) is a file; several reports need a directory", command: options.command)
    }
  }

  /// Whether several results on standard output have to become one JSON array.
  var joinsArray: Bool { format == .json && place == .standardOutput && (inputs.hasFolder || inputs.inputs.count > 1) }

  /// From so many reports on, making the indexes of their debug files pays.
  private static let manyReports = 32

  /// What the options say of the answers to so many reports. Throws when one makes no sense.
  static func answers(_ options: RawOptions, reports: Int) throws(UsageError) -> SymbolicationOptions {
    var answers = SymbolicationOptions()
    answers.bindings = options.images
    answers.allowsMismatch = options.has(.allowMismatch)
    answers.keepsInlines = !options.has(.noInlines)
    answers.names = options.has(.noDemangle) ? .mangled : options.has(.fullNames) ? .full : .short
    answers.sources = try sources(options)
    answers.jobs = options.jobs ?? Environment.processorCount
    answers.indexes = options.has(.noIndex) ? .live : .cached(builds: reports >= manyReports)
    answers.isolatesDebugFiles = reports > 1
    return answers
  }

  private static func sources(_ options: RawOptions) throws(UsageError) -> SourceOptions {
    for root in options.sourceRoots where FileSystem.status(root)?.kind != .directory {
      throw UsageError("option '--source-root': \(root) is not a directory", command: options.command)
    }
    if options.contextLines != nil, options.sourceRoots.isEmpty, options.pathMaps.isEmpty {
      throw UsageError("option '--context' needs --source-root or --map-path", command: options.command)
    }
    var sources = SourceOptions()
    sources.pathMaps = options.pathMaps
    sources.roots = options.sourceRoots
    sources.contextLines = options.contextLines
    sources.link = options.sourceLink
    return sources
  }
}
