internal import Bytes
import CrashModel

/// Reads what KSCrash prints after the images: `Extra Information:` and, at the end, `CrashDoctor Diagnosis:`.
enum AppleTextAppendix {
  private static let diagnosisTitle = "CrashDoctor Diagnosis: "

  /// Returns KSCrash's diagnosis of the crash, the last paragraph of its text, or nil if there is none in the last 2 KB.
  static func diagnosis(_ bytes: [UInt8]) -> String? {
    guard let start = diagnosisStart(bytes, max(bytes.count - 2048, 0)..<bytes.count) else { return nil }
    var lines = TextLines(bytes, from: start + diagnosisTitle.utf8.count)
    var text: [String] = []
    while let line = lines.next(), let content = TextScan.trimmedText(bytes, line), !content.isEmpty { text.append(content) }
    return text.isEmpty ? nil : text.joined(separator: "\n")
  }

  /// Returns the extra information that begins in a range, up to the diagnosis, or nil if it is empty. Blanks before its lines stay.
  static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
    let end = diagnosisStart(bytes, max(range.upperBound - 2048, range.lowerBound)..<range.upperBound) ?? range.upperBound
    let text = TextScan.withoutBlankLines(bytes, range.lowerBound..<end)
    return text.isEmpty ? nil : TextScan.text(bytes, text)
  }

  private static func diagnosisStart(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    TextScan.findLast(bytes, range, diagnosisTitle)
  }
}
