public import CrashModel
internal import DebugInfo
internal import SymbolModel
public import SymbolStore
internal import Synchronization

/// Answers whole reports. Debug files stay open and answers stay known from one report to the next. Several threads may use it.
public final class Symbolicator: Sendable {
  private let options: SymbolicationOptions
  private let catalog: ImageCatalog
  private let naming: FrameNaming
  private let sources: Mutex<SourceDescription>

  /// Searches debug files with `finder`.
  public init(_ finder: sending SymbolFinder, options: SymbolicationOptions = SymbolicationOptions()) {
    self.options = options
    catalog = ImageCatalog(finder, options: options)
    naming = FrameNaming(options: options)
    sources = Mutex(SourceDescription(options.sources))
  }

  /// Reads the folders that the user named now, so that the first report does not wait for it.
  ///
  /// - Returns: what is wrong with them.
  public func readNamedPlaces() -> [SearchWarning] {
    catalog.readNamedPlaces()
    return catalog.takeWarnings()
  }

  /// The answers for all frames of a report, and what was noticed meanwhile about search places and debug files. `path` is the input
  /// as the user named it; `folder` is where it lies, nil for standard input. Every image is searched once and every distinct address
  /// is resolved once.
  public func symbolicate(
    _ original: CrashReport, path: String, folder: String?
  ) -> (report: SymbolicatedReport, warnings: [SearchWarning]) {
    var report = original
    report.apply(options.bindings)
    let identified = UnidentifiedImages(catalog, reportFolder: folder).identify(in: &report)
    if options.bindings.isEmpty { report.noteMissingImages() }
    let addressing = FrameAddressing(report)
    let places = report.frames.map(addressing.place(of:))
    let (symbols, answers) = lookUp(places, of: report, folder: folder, identified)
    let images = symbols.mapValues(FrameNaming.ImageFacts.init)
    var reasons: [Int: String] = [:]
    let resolutions = report.frames.indices.map { position in
      let frame = report.frames[position]
      switch places[position] {
      case .unknown(let reason): return naming.reported(frame, reason: reason)
      case .found(let lookup):
        guard let image = images[lookup.image] else { return naming.reported(frame, reason: "nothing was looked up") }
        if let resolution = naming.resolution(of: frame, lookup, image, answers[position]) { return resolution }
        let reason = reasons[lookup.image] ?? FrameNaming.reason(report.images[lookup.image], image)
        reasons[lookup.image] = reason
        return naming.reported(frame, reason: reason, address: lookup.address)
      }
    }
    report.adopt(places)
    let kept = report.keptFrames(resolutions)
    let needed = Set(kept.compactMap { position in if case .found(let lookup) = places[position] { lookup.image } else { nil } })
    let statuses = report.images.indices.map { position in
      needed.contains(position) || identified[position] != nil
        ? images[position]?.status ?? ImageStatus(.unneeded) : ImageStatus(.unneeded)
    }
    report.keepFrames(kept)
    let named = kept.map { resolutions[$0] }
    var result = SymbolicatedReport(report: report, resolutions: named, imageStatuses: statuses, path: path)
    if !options.sources.isEmpty { sources.withLock { $0.complete(&result) } }
    return (result, catalog.takeWarnings() + symbols.sorted { $0.key < $1.key }.flatMap { $0.value.newProblems() })
  }

  /// The debug files of the images that frames lie in, and one answer a frame: each image is asked once.
  private func lookUp(
    _ places: [FrameAddressing.Place], of report: CrashReport, folder: String?, _ identified: [Int: ImageSymbols]
  ) -> (symbols: [Int: ImageSymbols], answers: [ResolvedAddress?]) {
    var frames: [Int: [(frame: Int, offset: ImageOffset)]] = [:]
    for case (let frame, .found(let lookup)) in places.enumerated() {
      frames[lookup.image, default: []].append((frame, lookup.offset))
    }
    var symbols = identified
    var answers = [ResolvedAddress?](repeating: nil, count: places.count)
    for (position, wanted) in frames.sorted(by: { $0.key < $1.key }) {
      let image = identified[position] ?? catalog.symbols(of: report.images[position], reportFolder: folder)
      symbols[position] = image
      for (item, answer) in zip(wanted, image.answers(at: wanted.map(\.offset), names: options.names)) {
        answers[item.frame] = answer
      }
    }
    return (symbols, answers)
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
