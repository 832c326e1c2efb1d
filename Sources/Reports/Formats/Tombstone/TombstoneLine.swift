import CrashModel

/// One line of a tombstone: its text, and who wrote it.
///
///     backtrace:                                                             a tombstone file
///     11-24 16:26:18.201 22310 22310 F DEBUG   : backtrace:                  logcat -v threadtime
///     11-24 16:26:18.201 F/DEBUG   (22310): backtrace:                       logcat -v time
///     F/DEBUG   (22310): backtrace:                                          logcat -v brief
struct TombstoneLine {
  /// The bytes of the text, without blanks at its end.
  let content: Range<Int>
  /// The process that wrote the line to a log: crash_dump, a new one for each crash. Empty outside of a log.
  let writer: String

  private static let tag = "DEBUG"

  /// Reads a line without its end.
  init(_ bytes: [UInt8], _ line: Range<Int>) {
    let end = TextScan.trimmedEnd(bytes, line.lowerBound, line.upperBound)
    let head = line.lowerBound..<min(end, line.lowerBound + 96)
    guard let tag = TextScan.find(bytes, head, Self.tag), tag > line.lowerBound,
      bytes[tag - 1] == TextScan.space || bytes[tag - 1] == UInt8(ascii: "/")
    else {
      (content, writer) = (line.lowerBound..<end, "")
      return
    }
    var at = TextScan.skipBlanks(bytes, tag + Self.tag.utf8.count, end)
    var process = TextScan.text(bytes, line.lowerBound..<tag).split(separator: " ").filter { $0.allSatisfy(\.isNumber) }.joined(
      separator: " ")
    if at < end, bytes[at] == UInt8(ascii: "("), let close = TextScan.find(bytes, at..<head.upperBound, ")") {
      process = TextScan.trimmedText(bytes, at + 1..<close) ?? ""
      at = close + 1
    }
    guard at < end, bytes[at] == UInt8(ascii: ":") else {
      (content, writer) = (line.lowerBound..<end, "")
      return
    }
    (content, writer) = (min(at + 2, end)..<end, "DEBUG " + process)
  }

  /// Returns the registers of a row, or none if the line is another: `x0  0000000000000001  x1  0000007fd37b0720`.
  static func registers(_ bytes: [UInt8], _ content: Range<Int>) -> [Register] {
    guard let first = content.first, bytes[first] == TextScan.space else { return [] }
    let words = TextScan.text(bytes, content).split(separator: " ")
    guard words.count >= 2, words.count <= 16, words.count.isMultiple(of: 2) else { return [] }
    var registers: [Register] = []
    for pair in stride(from: 0, to: words.count, by: 2) {
      let digits = words[pair + 1]
      guard words[pair].utf8.count <= 6, words[pair].utf8.first.map({ TextScan.isLetter($0) }) == true,
        digits.utf8.count == 8 || digits.utf8.count == 16, let value = UInt64(digits, radix: 16)
      else { return [] }
      registers.append(Register(name: String(words[pair]), value: value))
    }
    return registers
  }
}
