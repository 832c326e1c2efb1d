import AppleLayout
import CrashModel
import JSONText

/// Writes answers into strings of JSON reports whose lines have the form of `callStackSymbols`: function, file and line replace
/// the text after a frame's address. Inlined functions are left out, because readers of such lines take each line for a frame.
enum JSONStringEditor {
  /// Plans the edits of one report, whose frames' positions refer to `bytes`.
  static func fill(_ answers: SymbolicatedReport, in bytes: [UInt8], _ edits: inout ByteEdits, _ wording: any FrameWording) {
    let frames = answers.report.frames
    var first = 0
    while first < frames.count {
      let place = frames[first].sourceRange
      let end = frames[first...].firstIndex { $0.sourceRange != place } ?? frames.count
      fill(place, in: bytes, first..<end, &edits, wording)
      for other in frames.span[first].otherPlaces { fill(other, in: bytes, first..<end, &edits, wording) }
      first = end
    }
  }

  /// Plans the edit of one string with the lines of frames. Does nothing for another value.
  private static func fill(
    _ place: Range<Int>, in bytes: [UInt8], _ frames: Range<Int>, _ edits: inout ByteEdits, _ wording: any FrameWording
  ) {
    guard place.count > 2, place.upperBound <= bytes.count, bytes[place.lowerBound] == UInt8(ascii: "\""),
      let text = filled(place, in: bytes, frames, wording)
    else { return }
    edits.replace(place, with: Array(JSONString.encode(text).utf8))
  }

  /// Returns the text of a string with the answers of its frames, or nil if nothing changes, or if the string's lines are not the
  /// frames.
  private static func filled(
    _ place: Range<Int>, in bytes: [UInt8], _ frames: Range<Int>, _ wording: any FrameWording
  ) -> String? {
    guard let text = JSONDocument(bytes, in: place).root?.string, !text.contains("\r") else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let table = ImageTable([])
    let calls = lines.indices.filter { CallStackLine.parse(lines[$0][...], architecture: nil, table: table) != nil }
    guard calls.count == frames.count else { return nil }
    for (line, frame) in zip(calls, frames) {
      guard let head = head(of: lines[line]), let answer = wording.texts(of: frame)?.last else { continue }
      lines[line] = head + " " + answer
    }
    let result = lines.joined(separator: "\n")
    return result == text ? nil : result
  }

  /// Returns a line up to the end of its address.
  private static func head(of line: String) -> String? {
    let address = line.split(separator: " ").dropFirst().first { $0.hasPrefix("0x") }
    return address.map { String(line[..<$0.endIndex]) }
  }
}
