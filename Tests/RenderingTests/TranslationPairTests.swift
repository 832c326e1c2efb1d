import CrashModel
import Rendering
import Reports
import TestSupport
import Testing

/// `.ips` reports and Apple's own translations of them.
@Suite(.corpus)
struct TranslationPairTests {
  /// Reports and their translations. In the first pair a name was changed by hand, which moved its columns: blanks are not
  /// compared there.
  static let pairs = [
    ("ips/zqqf16-SYM__AppleJson.ips", "apple-text/zqqf16-SYM__AppleConverted.log"),
    (
      "ips/inket-MacSymbolicator__Other_ios-crash-in-ips-format.ips",
      "apple-text/inket-MacSymbolicator__Other_ios-crash-without-json-header.crash"
    ),
    ("ips/inket-MacSymbolicator__Crashes_ios-crash.ips", "apple-text/inket-MacSymbolicator__c1c69067-Crashes_ios-crash.crash"),
    (
      "ips/inket-MacSymbolicator__Crashes_multi-target-crash.ips",
      "apple-text/inket-MacSymbolicator__c1c69067-Crashes_multi-target-crash.crash"
    ),
    (
      "ips/inket-MacSymbolicator__Crashes_single-target-crash.ips",
      "apple-text/inket-MacSymbolicator__c1c69067-Crashes_single-target-crash.crash"
    ),
  ]

  @Test(arguments: pairs.indices) func translationsEqualApples(_ row: Int) throws {
    let (report, translated) = Self.pairs[row]
    let document = try ReportDocument(reading: Corpus.bytes(report))
    let parsed = try #require(document.reports.first)
    let answers = SymbolicatedReport(
      report: parsed,
      resolutions: parsed.frames.map { _ in FrameResolution(basis: .none, reason: .notLookedUp) },
      imageStatuses: parsed.images.map { _ in ImageStatus(.unneeded) }, path: report)
    let text = TextRenderer().text(answers, translation: try #require(document.layout(of: document.reports[0])))
    let ours = Self.lines(text.bytes, collapsing: row == 0).withoutOtherInformation
    let apples = Self.lines(try Corpus.bytes(translated), collapsing: row == 0)
    for (number, (our, apple)) in zip(ours, apples).enumerated() where our != apple {
      Issue.record("\(report) line \(number + 1): \(our) instead of \(apple)")
    }
    #expect(ours.count == apples.count)
  }

  private static func lines(_ bytes: [UInt8], collapsing: Bool) -> [String] {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard collapsing else { return lines }
    return lines.map { $0.split { $0 == " " || $0 == "\t" }.joined(separator: " ") }
  }
}
