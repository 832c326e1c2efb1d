internal import CrashModel
internal import SymbolModel

/// What the call stacks of one log told about images: where they lay and what their IDs are. A later stack that tells less of
/// them, as those of consoles and Swift backtraces with few images do, is completed where only one image of the log can be meant.
struct ImageMemory {
  /// Those told last stand last. All have an ID, a load address and a size.
  private var images: [BinaryImage] = []

  /// So many are kept in mind, so that a log of months does not grow.
  private static let most = 512

  /// Takes what a report tells of its images.
  mutating func note(_ report: CrashReport) {
    let told = report.images.filter { $0.id != nil && $0.loadAddress != nil && $0.size != nil && !$0.isPlaceholder }
    for image in told.suffix(Self.most) {
      images.removeAll { Self.isSame($0, image) }
      images.append(image)
    }
    if images.count > Self.most { images.removeFirst(images.count - Self.most) }
  }

  /// Takes what was found out of a report's images. A file that nothing proved to be the right one tells nothing.
  mutating func note(_ answers: SymbolicatedReport) {
    if !answers.report.diagnostics.contains(where: { $0.kind == .unprovenFile }) { note(answers.report) }
  }

  private static func isSame(_ left: BinaryImage, _ right: BinaryImage) -> Bool {
    left.id == right.id && left.loadAddress == right.loadAddress
  }

  /// Gives frames of a log that lie in no image with an ID the remembered image that they can only lie in.
  func complete(_ report: inout CrashReport) {
    guard !images.isEmpty, report.format == .console || report.format == .swiftBacktrace else { return }
    var added: [Int: Int] = [:]
    for position in report.frames.indices {
      guard !isIdentified(report.frames[position], report), let found = image(of: report.frames[position], report) else {
        continue
      }
      let known = added[found] ?? report.images.count
      if known == report.images.count {
        report.images.append(images[found])
        report.images[known].place = 0..<0
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

  /// The only remembered image that a frame can lie in, as a position; nil when there is none or more than one.
  private func image(of frame: Frame, _ report: CrashReport) -> Int? {
    let own = frame.image.map { report.images[$0] }
    let name = own?.name ?? frame.imageName
    guard let address = frame.address else {
      // `Shop + 231256`: the ID alone is missing.
      guard frame.imageOffset != nil, let name else { return nil }
      let named = images.indices.filter { images[$0].isNamed(name) }
      return Set(named.compactMap { images[$0].id }).count == 1 ? named.last : nil
    }
    let holding = images.indices.filter { position in
      let image = images[position]
      let forms = [address] + address.withoutPointerAuthentication(on: image.architecture)
      guard forms.contains(where: { image.contains($0) }) else { return false }
      return name.map { image.isNamed($0) } ?? true && own?.loadAddress.map { $0 == image.loadAddress } ?? true
    }
    return holding.count == 1 ? holding.first : nil
  }
}

extension CrashReport {
  /// Drops images without an ID that no frame lies in.
  fileprivate mutating func dropUnusedImages() {
    let used = Set(frames.compactMap(\.image))
    let kept = images.indices.filter { used.contains($0) || images[$0].id != nil }
    guard kept.count < images.count else { return }
    let places = Dictionary(uniqueKeysWithValues: zip(kept, kept.indices))
    images = kept.map { images[$0] }
    for position in frames.indices { frames[position].image = frames[position].image.flatMap { places[$0] } }
  }
}
