import CrashModel
import SymbolModel

/// Reads a line of `backtrace_symbols(3)`: `index image 0xaddress symbol + offset`.
enum CallStackLine {
  /// Returns the frame with an empty `place`, or nil if the line has another form.
  static func parse(_ line: Substring, architecture: Architecture?, table: ImageTable) -> Frame? {
    guard line.utf8.first(where: { $0 != TextScan.space }).map({ TextScan.isDigit($0) }) == true else { return nil }
    let words = line.split(separator: " ")
    guard let index = words.first.flatMap({ Int($0) }),
      let position = words.dropFirst().firstIndex(where: { $0.hasPrefix("0x") }), position > 1,
      let value = HexNumber.parse(words[position])
    else { return nil }
    var frame = Frame(index: index, kind: .returnAddress, address: RuntimeAddress(value))
    frame.image = table.position(of: RuntimeAddress(value), on: architecture)
    let image = words[1..<position].joined(separator: " ")
    if frame.image == nil { frame.imageName = image }
    // `Shop + 3200` gives the offset in the image.
    let named = symbol(words[(position + 1)...].joined(separator: " "))
    if named?.symbol != image { frame.reported = named }
    return frame
  }

  /// Adds a frame for each such line of a text, whose position in the input is `place`, as a recorded stack. Returns the
  /// positions of the new frames.
  static func append(
    _ text: String, at place: Range<Int>, to report: inout CrashReport, architecture: Architecture?, table: ImageTable
  ) -> Range<Int> {
    let first = report.frames.count
    for line in text.split(whereSeparator: { $0.isNewline }) {
      guard var frame = parse(line, architecture: architecture, table: table) else { continue }
      frame.sourceRange = place
      report.frames.append(frame)
    }
    let frames = first..<report.frames.count
    FrameKinds.assign(&report.frames, in: frames, origin: .recorded, architecture: architecture)
    return frames
  }

  /// Returns the name and offset in `symbol + offset`, or nil if the text is an image's (`0x1000 + 32`) or empty.
  private static func symbol(_ text: String) -> ReportedSymbol? {
    guard !text.isEmpty, !text.hasPrefix("0x") else { return nil }
    guard let plus = text.utf8.lastIndex(of: UInt8(ascii: "+")), let offset = UInt64(text[plus...].dropFirst(2)),
      plus > text.startIndex
    else { return ReportedSymbol(symbol: text) }
    return ReportedSymbol(symbol: String(text[..<text.index(before: plus)]), offset: offset)
  }
}
