internal import CrashModel
internal import DebugInfo
internal import Faults
internal import Redaction
internal import SourceMaps
internal import SymbolModel
package import SymbolStore
internal import Synchronization

/// Answers whole reports. Debug files stay open, and answers are cached, from one report to the next. Several threads may use it.
///
/// `ReportSession` is the front of the module `Answering`; it passes each report of an input to this. In: a `CrashReport` as a reader
/// made it. Out: a `SymbolicatedReport`. One report takes this way:
///
/// 1. `Frames`: which address is looked up in which image (`FrameAddressing`).
/// 2. `Images`: the debug files of these images, each opened once (`ImageCatalog`).
/// 3. `Isolation`: the addresses of one image resolved, by this process or another one (`AddressResolver`).
/// 4. `Frames`: what the frame is called (`FrameNaming`).
/// 5. `Frames`, last: the sources of JavaScript frames (`ScriptNaming`).
/// 6. `SourceCode`: paths, links and excerpts (`SourceDescription`).
///
/// `Options` holds what the user wants.
package final class Symbolicator: Sendable {
  private let options: SymbolicationOptions
  private let catalog: ImageCatalog
  private let naming: FrameNaming
  private let scripts: ScriptNaming?
  private let sources: Mutex<SourceDescription>
  private let hasNamedLibrary = Mutex(false)

  /// Searches debug files with `finder`.
  package init(_ finder: SymbolFinder, options: SymbolicationOptions = SymbolicationOptions()) {
    self.options = options
    catalog = ImageCatalog(finder, options: options)
    naming = FrameNaming(options: options)
    scripts = options.sourceMaps.map { ScriptNaming($0) }
    sources = Mutex(SourceDescription(options.sources) { finder.sourceBundles(of: $0, beside: $1) })
  }

  /// Replaces what says who or which device a report comes from, or nil to keep it.
  var redactor: Redactor? { options.redactor }

  /// Reads the directories that the user named now, so that the first report does not wait for it.
  ///
  /// - Returns: their problems.
  package func readNamedPlaces() -> [SearchWarning] {
    catalog.readNamedPlaces()
    return catalog.takeWarnings() + mapWarnings()
  }

  /// Keeps the answers so far until the process ends, which then ends sooner: to free the hundreds of thousands that a batch has takes 1
  /// percent of it, to free what a single report searched 5. Nothing may be asked any more.
  package func keepAnswers() { catalog.keepAnswers() }

  /// Returns the new problems with source maps.
  private func mapWarnings() -> [SearchWarning] {
    (options.sourceMaps?.takeProblems() ?? []).map { SearchWarning(path: $0.path, reason: $0.reason) }
  }

  /// Returns the answers for all frames of a report, and the problems with search paths and debug files. `path` is the input as
  /// the user named it; `folder` is the report's directory, nil for standard input. Every image is searched once and every
  /// distinct address is resolved once. If `isAbandoned` returns true, nobody wants the result any more, and images that were not
  /// searched yet stay without answers.
  func symbolicate(
    _ original: CrashReport, path: String, folder: String?, isAbandoned: () -> Bool = { false }
  ) -> (report: SymbolicatedReport, warnings: [SearchWarning]) {
    var report = original
    report.nameException(options.names)
    report.apply(options.bindings)
    let identified = UnidentifiedImages(catalog, reportFolder: folder).identify(in: &report)
    if options.bindings.isEmpty { report.noteMissingImages(claimed: Set(identified.keys.filter { report.images[$0].inApp })) }
    SharedCacheImages.complete(&report) { catalog.system(with: $0) }
    let processor = report.processor
    CodeSegments.place(in: &report) { catalog.symbols(of: $0, reportFolder: folder, processor: processor) }
    let addressing = FrameAddressing(report)
    var places = addressing.places(of: report.frames)
    SnapshotOffsets.place(&places, of: report) { position in
      identified[position] ?? catalog.symbols(of: report.images[position], reportFolder: folder, processor: processor)
    }
    let (symbols, answers) = lookUp(&places, of: report, folder: folder, identified, isAbandoned)
    let images = symbols.map { $0.map(FrameNaming.ImageState.init) }
    let (resolutions, changed) = resolutions(of: report, places, images, answers)
    report.adopt(places)
    report.takeRuntimeFailure { changed[$0] ?? resolutions[$0].answer }
    let kept = report.keptFrames(resolutions)
    var isNeeded = report.images.indices.map { identified[$0] != nil }
    for position in kept { if case .found(let lookup) = places[position] { isNeeded[lookup.image] = true } }
    let statuses = report.images.indices.map { position in
      isNeeded[position]
        ? symbols[position]?.status(for: report.images[position]) ?? ImageStatus(.unneeded) : ImageStatus(.unneeded)
    }
    let named = kept.count == resolutions.count ? resolutions : kept.map { resolutions[$0] }
    report.keepFrames(kept)
    var result = SymbolicatedReport(report: report, resolutions: named, imageStatuses: statuses, path: path)
    let scriptTexts = scripts?.complete(&result) ?? [:]
    if !options.sources.isEmpty { sources.withLock { $0.complete(&result, scriptTexts) } }
    explainFault(&result, places, symbols) { changed[$0] ?? resolutions[$0].answer }
    if options.readsVariables {
      result.variables = FrameVariables(result.report, places, symbols, names: options.names, result.resolutions)
    }
    if let redactor { result.redact(with: redactor) }
    result.triage = options.triager?.triage(result)
    return (result, catalog.takeWarnings() + symbols.flatMap { $0?.newProblems() ?? [] } + mapWarnings() + libraryWarning(result))
  }

  /// Explains the instruction at which the crashed thread stopped. `places` has one element per frame, `symbols` one per image; `answer`
  /// returns that for a frame.
  private func explainFault(
    _ result: inout SymbolicatedReport, _ places: [FrameAddressing.Outcome], _ symbols: [ImageSymbols?],
    _ answer: (Int) -> ResolvedAddress?
  ) {
    guard options.explainsInstructions, let explainer = FaultExplainer(result.report) else { return }
    var context = FaultContext()
    if case .found(let lookup) = places[explainer.frame], let image = symbols[lookup.image], !image.isMismatch,
      let load = result.report.images[lookup.image].loadAddress, let textBase = image.textBase
    {
      context.program = ProgramCode(image.files, load: load)
      context.bases = (load, textBase)
      context.functionStart = answer(explainer.frame)?.functionStart
      if image.hasDWARF { context.ask = image.pointers }
      context.functionName = { [options] address in
        guard let offset = address.offset(from: load),
          let answer = image.answers(at: [offset], names: options.names).first ?? nil,
          answer.isNamed, answer.functionStart == offset.linkAddress(textBase: textBase)
        else { return nil }
        return answer.sources.last?.function
      }
    }
    context.quotesText = redactor == nil
    result.instruction = explainer.explain(context)
  }

  /// Returns, once, that an instruction cannot be decoded.
  private func libraryWarning(_ result: SymbolicatedReport) -> [SearchWarning] {
    guard result.instruction?.source != nil, result.instruction?.text == nil, !hasNamedLibrary.withLock({ $0 }) else { return [] }
    hasNamedLibrary.withLock { $0 = true }
    let reason = "not installed; instructions at which programs crash are not explained"
    return [SearchWarning(path: "libcapstone", reason: reason, isAdvice: true)]
  }

  /// Returns one resolution per frame, and by the positions of frames the answers that are not in their resolutions as they are. `places`
  /// has one element per frame, `images` one per image, `answers` those of each image, which become the resolutions': to refer to each
  /// once more takes 1 percent of a batch.
  private func resolutions(
    of report: CrashReport, _ places: [FrameAddressing.Outcome], _ images: [FrameNaming.ImageState?],
    _ answers: consuming [[ResolvedAddress?]]
  ) -> ([FrameResolution], [Int: ResolvedAddress]) {
    var taken = [Int](repeating: 0, count: answers.count)
    let reasons = images.indices.map { position in
      images[position].map { FrameNaming.reason(position, report.images[position], $0) } ?? .notLookedUp
    }
    let frames = report.frames.span
    var changed: [Int: ResolvedAddress] = [:]
    var resolutions = [FrameResolution](
      repeating: FrameResolution(basis: .none, reason: .notLookedUp), count: frames.count)
    var new = resolutions.mutableSpan
    for position in frames.indices {
      // To pass a frame copies it.
      let reason: UnresolvedReason
      let address: RuntimeAddress?
      switch places[position] {
      case .unknown(let why): (reason, address) = (why, nil)
      case .found(let lookup):
        let order = taken[lookup.image]
        taken[lookup.image] += 1
        if order < answers[lookup.image].count, let image = images[lookup.image],
          let answer = answers[lookup.image][order].take()
        {
          if naming.isWhole(answer, image) {
            naming.take(consume answer, to: &new[position], lookup, image)
          } else {
            let reported = naming.needsReporter(answer) ? frames[position].reported : nil
            new[position] = naming.resolution(lookup, image, answer, reported)
            changed[position] = answer
          }
          continue
        }
        reason = reasons[lookup.image]
        address = reason == .notLookedUp ? nil : lookup.address
      }
      let hasInlines = !frames[position].reportedInlines.isEmpty
      new[position] = naming.reported(frames[position].reported, hasInlines: hasInlines, reason: reason, address: address)
    }
    return (resolutions, changed)
  }

  /// Returns the debug files of the images with frames, one element per image, and for each image the answers for its frames in their
  /// order, or none if it has no debug file: each image is asked once. Lookups in images whose debug files show that addresses may be those of Thumb code are corrected.
  private func lookUp(
    _ places: inout [FrameAddressing.Outcome], of report: CrashReport, folder: String?, _ identified: [Int: ImageSymbols],
    _ isAbandoned: () -> Bool
  ) -> (symbols: [ImageSymbols?], answers: [[ResolvedAddress?]]) {
    var isUsed = [Bool](repeating: false, count: report.images.count)
    for case .found(let lookup) in places { isUsed[lookup.image] = true }
    var symbols = report.images.indices.map { identified[$0] }
    let processor = report.processor
    catalog.searchAhead(
      report.images, { report.images.indices.filter { isUsed[$0] && symbols[$0] == nil } }, folder, processor)
    for position in report.images.indices where isUsed[position] {
      if isAbandoned() {
        symbols[position] = nil
      } else if symbols[position] == nil {
        symbols[position] = catalog.symbols(of: report.images[position], reportFolder: folder, processor: processor)
      }
    }
    return (symbols, answers(of: symbols, &places, report, isAbandoned))
  }

  /// Returns for each image the answers for its frames in their order.
  private func answers(
    of symbols: [ImageSymbols?], _ places: inout [FrameAddressing.Outcome], _ report: CrashReport, _ isAbandoned: () -> Bool
  ) -> [[ResolvedAddress?]] {
    var answers = [[ResolvedAddress?]](repeating: [], count: symbols.count)
    let hasFiles = symbols.map { $0?.textBase != nil }
    guard hasFiles.contains(true) else { return answers }
    // The frames of each image one after another: lists in a list are checked and grown one by one.
    var ends = [Int](repeating: 0, count: symbols.count)
    for case .found(let lookup) in places where hasFiles[lookup.image] { ends[lookup.image] += 1 }
    var total = 0
    for position in ends.indices { (ends[position], total) = (total, total + ends[position]) }
    var frames = [Int](repeating: 0, count: total)
    var offsets = [ImageOffset](repeating: ImageOffset(0), count: total)
    for (frame, place) in places.enumerated() {
      guard case .found(let lookup) = place, hasFiles[lookup.image] else { continue }
      let next = ends[lookup.image]
      (frames[next], offsets[next]) = (frame, lookup.offset)
      ends[lookup.image] = next + 1
    }
    var start = 0
    for position in symbols.indices where ends[position] > start {
      guard !isAbandoned(), let image = symbols[position] else { break }
      let range = start..<ends[position]
      start = range.upperBound
      if report.images[position].architecture == nil, image.isARM32 {
        for order in range {
          guard case .found(let lookup) = places[frames[order]] else { continue }
          places[frames[order]] = .found(lookup.withoutThumbBit)
          offsets[order] = lookup.withoutThumbBit.offset
        }
      }
      answers[position] = image.answers(at: Array(offsets[range]), names: options.names)
    }
    return answers
  }
}

extension CrashReport {
  /// Reports that no debug file can be found if a report has addresses and no image with an ID, unless its reader has reported
  /// that. The images at the positions `claimed` are the app's and have debug files with their names: their own messages say
  /// what became of those.
  fileprivate mutating func noteMissingImages(claimed: Set<Int>) {
    guard claimed.isEmpty, images.allSatisfy({ $0.id == nil }), frames.contains(where: { $0.address != nil }) else {
      return noteImagesWithoutID(except: claimed)
    }
    guard !diagnostics.contains(where: { $0.kind == .noImages }) else { return }
    let what = images.isEmpty ? "the report lists no images" : "no image of the report has an ID"
    let isPlaced = images.contains { $0.name != nil && $0.loadAddress != nil }
    let advice = "\(what), so no debug file can be matched; use --image \(isPlaced ? "NAME=PATH" : "NAME=LOADADDR,ID")"
    diagnostics.append(ReportDiagnostic(.warning, advice, kind: images.isEmpty ? .noImages : .other))
  }

  /// Reports the images of a log or core dump that have frames without a name but no ID: a debug file bound by the user is all they need.
  private mutating func noteImagesWithoutID(except claimed: Set<Int>) {
    guard format.has(.namesImagesOnly) else { return }
    var names: [String] = []
    for position in frames.indices {
      guard let image = frames.span[position].image, images.indices.contains(image), images[image].id == nil,
        !images[image].isPlaceholder, !claimed.contains(image),
        frames[position].reported == nil, frames[position].imageOffset != nil || images[image].loadAddress != nil,
        let name = images[image].name, !names.contains(name), names.count < 5
      else { continue }
      names.append(name)
    }
    guard !names.isEmpty else { return }
    let advice =
      "the report has no ID for \(names.joined(separator: ", ")), so no debug file can be matched; use --image NAME=PATH"
    diagnostics.append(ReportDiagnostic(.warning, advice))
  }
}
