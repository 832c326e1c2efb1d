public import CrashModel
internal import DebugInfo
internal import SymbolModel
public import SymbolStore

/// Answers whole reports. Debug files stay open and answers stay known from one report to the next. One owner, one thread.
public final class Symbolicator {
  /// What was noticed so far about search places and debug files, in the order in which it was noticed.
  public private(set) var warnings: [SearchWarning] = []

  private let options: SymbolicationOptions
  private let finder: SymbolFinder
  private var finderWarnings = 0
  private let catalog: ImageCatalog
  private let naming: FrameNaming
  private let sources: SourceDescription

  /// Searches debug files with `finder`.
  public init(_ finder: SymbolFinder, options: SymbolicationOptions = SymbolicationOptions()) {
    self.options = options
    self.finder = finder
    catalog = ImageCatalog(finder, options: options)
    naming = FrameNaming(options: options)
    sources = SourceDescription(options.sources)
  }

  /// Reads the folders that the user named now, so that `warnings` says what is wrong with them before the first report.
  public func readNamedPlaces() {
    finder.readNamedPlaces()
    collectWarnings()
  }

  /// The answers for all frames of a report. `path` is the input as the user named it; `folder` is where it lies, nil for
  /// standard input. Every image is searched once and every distinct address is resolved once.
  public func symbolicate(_ original: CrashReport, path: String, folder: String?) -> SymbolicatedReport {
    var report = original
    report.apply(options.bindings)
    let identified = UnidentifiedImages(finder, catalog, reportFolder: folder).identify(in: &report)
    if options.bindings.isEmpty { report.noteMissingImages() }
    let addressing = FrameAddressing(report)
    let places = report.frames.map(addressing.place(of:))
    let symbols = openImages(of: report, places: places, folder: folder, identified)
    let resolutions = zip(report.frames, places).map { frame, place in
      switch place {
      case .unknown(let reason): return naming.reported(frame, reason: reason)
      case .found(let lookup):
        guard let image = symbols[lookup.image] else { return naming.reported(frame, reason: "nothing was looked up") }
        return naming.resolution(of: frame, lookup, report.images[lookup.image], image)
      }
    }
    let kept = report.keptFrames(resolutions)
    let needed = Set(kept.compactMap { position in if case .found(let lookup) = places[position] { lookup.image } else { nil } })
    let statuses = report.images.indices.map { position in
      needed.contains(position) || identified[position] != nil ? symbols[position]?.status ?? ImageStatus(.unneeded) : ImageStatus(.unneeded)
    }
    report.keepFrames(kept)
    let named = kept.map { resolutions[$0] }
    var answers = SymbolicatedReport(report: report, resolutions: named, imageStatuses: statuses, path: path)
    sources.complete(&answers)
    return answers
  }

  /// Opens the images that frames lie in and has their addresses answered, each image in one call.
  private func openImages(
    of report: CrashReport, places: [FrameAddressing.Place], folder: String?, _ identified: [Int: ImageSymbols]
  ) -> [Int: ImageSymbols] {
    var offsets: [Int: [ImageOffset]] = [:]
    for case .found(let lookup) in places { offsets[lookup.image, default: []].append(lookup.offset) }
    var opened = identified
    for (position, wanted) in offsets.sorted(by: { $0.key < $1.key }) {
      let symbols = identified[position] ?? catalog.symbols(of: report.images[position], reportFolder: folder)
      symbols.prepare(wanted, names: options.names)
      opened[position] = symbols
    }
    collectWarnings()
    for symbols in opened.sorted(by: { $0.key < $1.key }).map(\.value) {
      for problem in symbols.newProblems() { warnings.append(problem) }
    }
    return opened
  }

  private func collectWarnings() {
    warnings += finder.warnings.dropFirst(finderWarnings)
    finderWarnings = finder.warnings.count
  }
}

extension CrashReport {
  /// Says that no debug file can be found where a report has addresses and no image with an ID, unless its reader said so.
  fileprivate mutating func noteMissingImages() {
    guard images.allSatisfy({ $0.id == nil }), frames.contains(where: { $0.address != nil }) else { return }
    guard !diagnostics.contains(where: { $0.message.hasPrefix("the report lists no images") }) else { return }
    let what = images.isEmpty ? "the report lists no images" : "no image of the report has an ID"
    diagnostics.append(ReportDiagnostic(.warning, "\(what): without one no debug file is found; --image names one"))
  }
}
