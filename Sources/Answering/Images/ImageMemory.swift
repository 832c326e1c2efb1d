internal import CrashModel
internal import SymbolModel

/// The load addresses and IDs of images that the call stacks of one log contain. They complete a later call stack that has less,
/// as those of consoles and Swift backtraces with few images do, if only one image of the log can be meant.
struct ImageMemory {
  /// The most recent ones are last. All have an ID, a load address and a size.
  private var images: [BinaryImage] = []

  /// The maximum number of images, so that a log of months does not grow.
  private static let maxCount = 512

  /// Takes the images of a report.
  mutating func note(_ report: CrashReport) {
    let told = report.images.filter { $0.id != nil && $0.loadAddress != nil && $0.size != nil && !$0.isPlaceholder }
    for image in told.suffix(Self.maxCount) {
      images.removeAll { Self.isSame($0, image) }
      images.append(image)
    }
    if images.count > Self.maxCount { images.removeFirst(images.count - Self.maxCount) }
  }

  /// Takes the images of an answered report. A file that nothing confirmed is not used.
  mutating func note(_ answers: SymbolicatedReport) {
    if !answers.report.diagnostics.contains(where: { $0.kind == .unprovenFile }) { note(answers.report) }
  }

  private static func isSame(_ left: BinaryImage, _ right: BinaryImage) -> Bool {
    left.id == right.id && left.loadAddress == right.loadAddress
  }

  /// Gives frames of a log without an identified image the only remembered image that can contain them.
  func complete(_ report: inout CrashReport) {
    guard !images.isEmpty, report.format.has(.isCompletedByLog) else { return }
    var added: [Int: Int] = [:]
    for position in report.frames.indices {
      guard !isIdentified(report.frames[position], report), let found = image(of: report.frames[position], report) else {
        continue
      }
      let known = added[found] ?? report.images.count
      if known == report.images.count {
        report.images.append(images[found])
        report.images[known].sourceRange = 0..<0
        added[found] = known
      }
      report.frames[position].image = known
      report.frames[position].imageName = nil
      if report.frames[position].address != nil { report.frames[position].imageOffset = nil }
    }
    guard !added.isEmpty else { return }
    report.dropUnusedImages()
    report.diagnostics.removeAll { $0.kind == .noImages }
    let names = Set(added.keys.map { images[$0].name ?? "an image" }).sorted().joined(separator: ", ")
    report.diagnostics.append(ReportDiagnostic(.note, "load address of \(names) taken from an earlier call stack"))
  }

  private func isIdentified(_ frame: Frame, _ report: CrashReport) -> Bool {
    frame.image.map { report.images[$0].id != nil } ?? false
  }

  /// Returns the only remembered image that a frame can be in, as a position, or nil if there is none or more than one.
  private func image(of frame: Frame, _ report: CrashReport) -> Int? {
    let own = frame.image.map { report.images[$0] }
    let name = own?.name ?? frame.imageName
    guard let address = frame.address else {
      // `Shop + 231256`: only the ID is missing.
      guard frame.imageOffset != nil, let name else { return nil }
      let named = images.indices.filter { images[$0].hasName(name) }
      return Set(named.compactMap { images[$0].id }).count == 1 ? named.last : nil
    }
    let holding = images.indices.filter { position in
      let image = images[position]
      let forms = [address] + address.withoutPointerAuthentication(on: image.architecture)
      guard forms.contains(where: { image.contains($0) }) else { return false }
      return name.map { image.hasName($0) } ?? true && own?.loadAddress.map { $0 == image.loadAddress } ?? true
    }
    return holding.count == 1 ? holding.first : nil
  }
}

extension CrashReport {
  /// Removes images without an ID and without frames.
  fileprivate mutating func dropUnusedImages() {
    let used = Set(frames.compactMap(\.image))
    let kept = images.indices.filter { used.contains($0) || images[$0].id != nil }
    guard kept.count < images.count else { return }
    let places = Dictionary(uniqueKeysWithValues: zip(kept, kept.indices))
    images = kept.map { images[$0] }
    for position in frames.indices { frames[position].image = frames[position].image.flatMap { places[$0] } }
  }
}
