import CrashModel

/// Frames that were copied from Crashlytics' web page, where every column becomes a line: the number, the image, the file with its
/// line if it is known, and the name.
///
///     0
///     Shop
///     Cart.swift - Line 39
///     Cart.pay() + 39
struct CrashlyticsColumns {
  /// The number of the frame whose lines are being read, or nil between frames.
  private(set) var index: Int?
  /// The lines below the number.
  private(set) var lines: [Range<Int>] = []

  /// The maximum number of lines below a number.
  private static let maxCount = 3

  /// Takes a line without blanks around it. Returns false if it belongs to no such frame.
  mutating func take(_ content: Range<Int>) -> Bool {
    guard index != nil, lines.count < Self.maxCount else { return false }
    lines.append(content)
    return true
  }

  /// Opens the frame of a line that is only a number. Returns false for any other line.
  mutating func open(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    guard let number = TextScan.decimal(bytes, content.lowerBound, content.upperBound), number.end == content.upperBound,
      number.value < 100_000
    else { return false }
    (index, lines) = (Int(number.value), [])
    return true
  }

  /// Returns the frame and its image's name, and closes it; nil if the frame is incomplete.
  mutating func close(_ bytes: [UInt8]) -> (frame: Frame, image: String)? {
    defer { (index, lines) = (nil, []) }
    guard let index, lines.count >= 2, let image = lines.first, let name = lines.last else { return nil }
    var frame = Frame(index: index, kind: .returnAddress, sourceRange: name, replaceableRange: name)
    var symbol = AppleTextFrameTail(bytes, name, image: image).reported(bytes) ?? ReportedSymbol()
    symbol.offset = nil
    let mark = " - Line "
    if lines.count > 2, let dash = TextScan.findLast(bytes, lines[1], mark) {
      symbol.file = TextScan.text(bytes, lines[1].lowerBound..<dash)
      symbol.line = TextScan.decimal(bytes, dash + mark.utf8.count, lines[1].upperBound).flatMap { UInt32(exactly: $0.value) }
    }
    frame.reported = symbol == ReportedSymbol() ? nil : symbol
    return (frame, TextScan.text(bytes, image))
  }
}
