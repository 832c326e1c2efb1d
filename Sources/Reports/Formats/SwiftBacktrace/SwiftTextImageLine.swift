import CrashModel
import SymbolModel

/// One line of the image list: `0xSTART` en dash `0xEND buildID name path`, END exclusive.
struct SwiftTextImageLine {
  private let start: UInt64
  private let end: UInt64
  private let rest: Range<Int>

  /// Reads a line without blanks around it. Returns nil if it is not an image.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    guard let start = TextScan.hexadecimal(bytes, line.lowerBound, line.upperBound),
      TextScan.hasPrefix(bytes, start.end, line.upperBound, "\u{2013}"),
      let end = TextScan.hexadecimal(bytes, start.end + 3, line.upperBound)
    else { return nil }
    self.start = start.value
    self.end = end.value
    rest = TextScan.skipBlanks(bytes, end.end, line.upperBound)..<line.upperBound
  }

  /// Returns the image.
  func image(_ bytes: [UInt8]) -> BinaryImage {
    var image = BinaryImage()
    image.loadAddress = RuntimeAddress(start)
    if end > start { image.size = end - start }
    var at = rest.lowerBound
    if TextScan.hasPrefix(bytes, rest, "<no build ID>") {
      at += "<no build ID>".utf8.count
    } else {
      let word = at..<TextScan.skipWord(bytes, at, rest.upperBound)
      image.idText = TextScan.text(bytes, word)
      image.id = image.idText.flatMap { ImageID(parsing: $0) }
      at = word.upperBound
    }
    at = TextScan.skipBlanks(bytes, at, rest.upperBound)
    let path = pathStart(bytes, at)
    image.name = TextScan.trimmedText(bytes, at..<path)
    image.path = TextScan.trimmedText(bytes, path..<rest.upperBound)
    if image.name == nil { image.name = image.path.map { PathText.lastComponent(of: $0) } }
    image.inApp = ImageOwnership.isInApp(path: image.path)
    return image
  }

  /// Returns the start of the path: at ` /` or a Windows drive.
  private func pathStart(_ bytes: [UInt8], _ position: Int) -> Int {
    if let slash = TextScan.find(bytes, position..<rest.upperBound, " /") { return slash + 1 }
    if let drive = TextScan.find(bytes, position..<rest.upperBound, ":\\") { return max(position, drive - 1) }
    return rest.upperBound
  }
}
