internal import CrashModel
internal import DebugInfo
internal import ObjectFiles
internal import Rendering
internal import SymbolModel
internal import SymbolStore
internal import System

/// `symbolicate inspect` for debug files: prints their IDs, architectures and contents.
struct DebugFileInspection {
  private let finder: SymbolFinder
  private let options: Options
  private let store: DebugStore?

  /// Prepares to inspect.
  init(_ options: Options) {
    self.options = options
    finder = SymbolFinder(SearchPaths(symbols: [], store: options.store))
    store = SearchPaths.storePath(named: options.store).map { DebugStore(path: $0) }
  }

  /// Inspects files, bundles, archives and directories. Returns the exit code.
  func run(_ paths: [String]) -> Int32 {
    var codes: [Int32] = []
    var summaries: [DebugFileSummary] = []
    for path in paths {
      let (files, damaged) = finder.files(below: path)
      summaries += files.map(summary)
      for file in damaged { codes.append(fail("\(file.path): damaged: \(file.reason)")) }
      if files.isEmpty, damaged.isEmpty { codes.append(fail("\(path): no debug files found")) }
    }
    for warning in finder.warnings { StandardStreams.report("\(warning.path): \(warning.reason)") }
    codes.append(show(summaries))
    if options.has(.strict), !Self.areComplete(summaries) { codes.append(ExitCode.unresolvedFrames) }
    return ExitCode.worst(of: codes)
  }

  private func summary(_ file: SymbolFinder.FoundFile) -> DebugFileSummary {
    var summary = DebugFileSummary(path: file.path)
    let bundle = finder.bundle(around: file.path)
    (summary.bundleID, summary.version, summary.build) = (bundle.identifier, bundle.version, bundle.build)
    summary.size = file.size
    summary.slices = file.slices.isEmpty ? file.headers.map(Self.slice) : file.slices.map(slice)
    for position in summary.slices.indices {
      summary.slices[position].isStored = summary.slices[position].id.map { !(store?.entries(of: $0) ?? []).isEmpty } ?? false
    }
    return summary
  }

  private func slice(_ file: ObjectFile) -> DebugFileSummary.Slice {
    var slice = DebugFileSummary.Slice(reading: file)
    let companion = SymbolFinder.companion(of: file)
    slice.companion = companion?.path
    slice.isIndexed = IndexPolicy.cached(builds: false).has([companion, file].compactMap { $0 })
    return slice
  }

  /// Returns the headers of a file in an archive that cannot be extracted.
  private static func slice(_ file: DebugFile) -> DebugFileSummary.Slice {
    var slice = DebugFileSummary.Slice()
    slice.id = file.id
    slice.architecture = file.architecture
    slice.hasDWARF = file.contentRank == .dwarf
    return slice
  }

  /// Returns whether every ID has debug information in one of the files, or in the debug file that one of them leads to.
  private static func areComplete(_ files: [DebugFileSummary]) -> Bool {
    let slices = files.flatMap(\.slices)
    let complete = Set(slices.filter { $0.hasDWARF || $0.functions != nil || $0.companion != nil }.map(\.id))
    return slices.allSatisfy { complete.contains($0.id) }
  }

  private func show(_ files: [DebugFileSummary]) -> Int32 {
    if options.has(.json) { return StandardStreams.printResult(JSONRenderer().debugFiles(files)) }
    let lines = files.flatMap { DebugFileText.lines($0, size: DebugFile.size) }
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    return StandardStreams.printResult(TerminalText.visible(bytes))
  }

  private func fail(_ message: String) -> Int32 {
    StandardStreams.report(message)
    return ExitCode.unreadable
  }
}
