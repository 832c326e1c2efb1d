internal import CrashModel
internal import DebugInfo
internal import SymbolModel
internal import SymbolStore

/// Finds debug files for images of which a report has a name and no ID, as in console output. A name is not a match. A file is
/// used if the functions of the report's frames fit it, several of them if it is only at the image's path on this machine, if the user bound it, or, with a warning, if it is the only one with that
/// name in the paths that the user named and the report has nothing that could contradict it.
struct UnidentifiedImages {
  private let catalog: ImageCatalog
  private let folder: String?

  /// Searches with `catalog`.
  init(_ catalog: ImageCatalog, reportFolder: String?) {
    self.catalog = catalog
    folder = reportFolder
  }

  /// Completes the report's images with the load address, size and ID from debug files, and frames without an address with their
  /// offset in the image. Returns the debug files of images by position, including those that were searched without success.
  func identify(in report: inout CrashReport) -> [Int: ImageSymbols] {
    let isUnidentified = report.images.map { $0.id == nil && !$0.isPlaceholder }
    guard isUnidentified.contains(true) else { return [:] }
    var framesOfImage: [Int: [Int]] = [:]
    for position in report.frames.indices {
      guard let image = report.frames.span[position].image, isUnidentified.indices.contains(image), isUnidentified[image] else {
        continue
      }
      framesOfImage[image, default: []].append(position)
    }
    var found: [Int: ImageSymbols] = [:]
    for (position, frames) in framesOfImage.sorted(by: { $0.key < $1.key }) {
      guard let choice = choose(for: report.images[position], frames, report) else { continue }
      found[position] = choice.symbols
      if choice.isAmbiguous { claim(position, &report) }
      if let evidence = choice.evidence { apply(evidence, choice, to: position, frames, &report) }
    }
    if !found.isEmpty { placeBareAddresses(&report) }
    return found
  }

  // MARK: Choosing

  private struct Choice {
    var symbols: ImageSymbols
    /// The evidence for the file, or nil if none was chosen.
    var evidence: ImageEvidence?
    var id: ImageID?
    var note: String?
    /// Whether several files fit equally well, so that the user has to choose.
    var isAmbiguous = false
  }

  /// Returns the debug file for one image, or nil if no file has its name.
  private func choose(for image: BinaryImage, _ frames: [Int], _ report: CrashReport) -> Choice? {
    if let bound = catalog.boundSymbols(of: image) {
      guard let file = bound.files.first else { return Choice(symbols: bound) }
      return Choice(symbols: bound, evidence: ImageEvidence(report, frames: frames, in: image, bound), id: file.id)
    }
    let weighed = catalog.candidates(for: image, reportFolder: folder).compactMap {
      file -> (file: DebugFile, symbols: ImageSymbols, evidence: ImageEvidence)? in
      let symbols = catalog.symbols(of: file, for: image, reportFolder: folder)
      return symbols.files.isEmpty ? nil : (file, symbols, ImageEvidence(report, frames: frames, in: image, symbols))
    }
    guard let first = weighed.first else { return nil }
    let named = Set(catalog.candidates(for: image, reportFolder: folder, onlyNamed: true))
    // A file of this machine is there for other reasons: one function may agree by chance.
    let proven = weighed.filter { $0.evidence.isProof && (named.contains($0.file) || $0.evidence.functions.count > 1) }.sorted {
      $0.evidence.confirmed > $1.evidence.confirmed
    }
    if let best = proven.first {
      if proven.count > 1, proven[1].evidence.confirmed == best.evidence.confirmed { return ambiguous(proven.map(\.file)) }
      let agree = "\(best.evidence.confirmed) of its functions match the report"
      return Choice(symbols: best.symbols, evidence: best.evidence, id: best.file.id, note: agree)
    }
    let open = weighed.filter { $0.evidence.refuted == 0 }
    if open.isEmpty { return refuted(first.file, first.evidence) }
    guard report.format.has(.namesImagesOnly), canBeLocated(frames, report) else { return nil }
    let ids = Set(named.compactMap(\.id))
    // The user may name the file at the image's path, or a copy of it.
    let usable = open.filter { named.contains($0.file) || $0.file.id.map(ids.contains) ?? false }
    if usable.count > 1 { return ambiguous(usable.map(\.file)) }
    guard let only = usable.first else { return unconfirmed(open.map(\.file), for: image) }
    return Choice(
      symbols: only.symbols, evidence: only.evidence, id: only.file.id, note: "the report neither confirms nor contradicts it")
  }

  /// Returns whether frames of the image have an offset in it.
  private func canBeLocated(_ frames: [Int], _ report: CrashReport) -> Bool {
    frames.contains { position in
      let frame = report.frames[position]
      return frame.imageOffset != nil || frame.image.flatMap { report.images[$0].loadAddress } != nil
    }
  }

  private func ambiguous(_ files: [DebugFile]) -> Choice {
    let status = ImageStatus(.missing, reason: .ambiguous(files.map { NearMiss(path: $0.path, id: $0.id) }))
    return Choice(symbols: ImageSymbols(status: status), isAmbiguous: true)
  }

  /// Returns a choice that names the file at the image's path on this machine, or nil if there is none. The report may be from
  /// another machine, on which that path holds another build.
  private func unconfirmed(_ files: [DebugFile], for image: BinaryImage) -> Choice? {
    guard let file = files.first(where: { $0.path == image.path }) else { return nil }
    return Choice(symbols: ImageSymbols(status: ImageStatus(.missing, reason: .unconfirmed(path: file.path))))
  }

  private func refuted(_ file: DebugFile, _ evidence: ImageEvidence) -> Choice {
    var miss = NearMiss(path: file.path, id: file.id)
    miss.contradiction = evidence.contradiction
    return Choice(symbols: ImageSymbols(status: ImageStatus(nearMisses: [miss])))
  }

  // MARK: Applying

  private func apply(_ evidence: ImageEvidence, _ choice: Choice, to position: Int, _ frames: [Int], _ report: inout CrashReport)
  {
    report.images[position].id = choice.id
    if report.images[position].loadAddress == nil { report.images[position].loadAddress = evidence.load }
    if report.images[position].size == nil { report.images[position].size = choice.symbols.withFunctions(\.codeExtent) }
    claim(position, &report)
    for (frame, offset) in evidence.offsets { report.frames[frame].imageOffset = offset }
    guard let note = choice.note, let file = choice.symbols.status.debugFiles.first else { return }
    let name = report.images[position].name ?? "an image"
    report.diagnostics.append(
      ReportDiagnostic(
        evidence.isProof ? .note : .warning, "the report has no ID for \(name): matched \(file) by name; \(note)",
        kind: evidence.isProof ? .other : .unprovenFile))
  }

  /// An image without a path is the app's if there are debug files with its name.
  private func claim(_ position: Int, _ report: inout CrashReport) {
    if report.images[position].path?.hasPrefix("/") != true { report.images[position].inApp = true }
  }

  /// Bare addresses may be in images whose load address and size are known now.
  private func placeBareAddresses(_ report: inout CrashReport) {
    let table = ImageTable(report.images, onlySized: true)
    let architecture = report.images.lazy.compactMap(\.architecture).first
    for position in report.frames.indices where report.frames[position].image == nil {
      guard let address = report.frames[position].address, let image = table.position(of: address, on: architecture) else {
        continue
      }
      report.frames[position].image = image
      report.frames[position].imageName = nil
    }
  }
}
