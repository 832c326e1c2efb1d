internal import Bytes
internal import CrashModel
internal import DebugInfo
internal import SymbolModel
internal import System

/// Prints answers as Apple's atos does.
struct AtosPrinter {
  let options: AtosOptions

  /// Appends the answer for an address as it was given, from the first image that has one.
  func append(_ word: String, images: [DropInImage], to output: inout [UInt8]) {
    if !appendFrames(word, images: images, to: &output) { append(line: word, to: &output) }
    if options.showsInlines { append(line: options.delimiter, to: &output) }
  }

  /// Appends the lines of an address. Returns false if no image contains it.
  private func appendFrames(_ word: String, images: [DropInImage], to output: inout [UInt8]) -> Bool {
    guard let number = DropInAddress.parse(word), number != 0 else { return false }
    let linked = images.map { image in linkAddress(of: number, in: image).flatMap { image.range.contains($0) ? $0 : nil } }
    for (image, address) in zip(images, linked) {
      guard let address, let answer = image.answer(at: address, names: .short), answer.isNamed else { continue }
      let sources = options.showsInlines ? answer.sources[...] : answer.sources.suffix(1)
      for source in sources { append(line: text(of: source, answer, at: address, in: image), to: &output) }
      return true
    }
    guard let (image, address) = zip(images, linked).first(where: { $0.1 != nil }), let address else { return false }
    append(line: unnamed(number, at: address, in: image), to: &output)
    return true
  }

  /// Returns the link-time address that a number means, or nil if it is before the image.
  private func linkAddress(of number: UInt64, in image: DropInImage) -> UInt64? {
    let base = image.file.textBase.value
    switch options.addressing {
    case .linked: return number
    case .offset: return base &+ number
    case .loaded(let load): return number >= load ? base &+ (number - load) : nil
    case .slid(let slide): return number &- slide
    case .textExec(let load):
      let start = image.file.sections.filter { $0.segment == "__TEXT_EXEC" }.map(\.address.value).min()
      return number >= load ? (start ?? base) &+ (number - load) : nil
    }
  }

  private func text(of source: SourceFrame, _ answer: ResolvedAddress, at address: UInt64, in image: DropInImage) -> String {
    let head = "\(TerminalText.visible(source.function)) (in \(image.name))"
    if let file = source.file {
      let shown = options.showsPaths ? file : Path.lastComponent(of: file)
      return "\(head) (\(TerminalText.visible(shown)):\(source.line ?? 0))"
    }
    return head + (answer.functionStart.map { " + \(address &- $0.value)" } ?? "")
  }

  /// Returns the text for an address of an image of which nothing is known. Among inlined functions it is an empty line, unless
  /// the function's start is known.
  private func unnamed(_ number: UInt64, at address: UInt64, in image: DropInImage) -> String {
    let distance = image.distanceInFunction(of: address)
    if options.showsInlines, distance == nil { return "" }
    let digits = String(number, radix: 16)
    let padding = String(repeating: "0", count: max(0, (number > UInt64(UInt32.max) ? 16 : 8) - digits.utf8.count))
    return "0x\(padding)\(digits) (in \(image.name))" + (distance.map { " + \($0)" } ?? "")
  }

  private func append(line: String, to output: inout [UInt8]) {
    output += FileName.bytes(of: line)
    output.append(UInt8(ascii: "\n"))
  }
}
