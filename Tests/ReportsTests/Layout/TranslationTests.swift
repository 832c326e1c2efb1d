import AppleLayout
import CrashModel
import Reports
import TestSupport
import Testing

@Suite struct TranslationTests {
  /// The whole text of a report, put together as `TranslatedText` says, with the reporter's own names.
  static func lines(_ document: ReportDocument, part: Int = 0) throws -> [String] {
    let report = document.reports[part]
    let text = try #require(document.layout(of: document.reports[part]))
    var lines = text.preamble
    func add(_ headers: [[String]], _ index: Int, _ frames: Range<Int>) {
      let stack = frames.map { report.frames[$0] }.filter { $0.kind != .omitted }
      lines += headers[index] + stack.map { frame($0, report, text.frameLayout) } + [""]
    }
    let early = report.backtraces.indices.filter { [.lastException, .applicationSpecific].contains(report.backtraces[$0].kind) }
    for index in early { add(text.backtraceHeaders, index, report.backtraces[index].frames) }
    for index in report.threads.indices { add(text.threadHeaders, index, report.threads[index].frames) }
    lines += text.threadState + String(decoding: text.images, as: UTF8.self).split(separator: "\n").map(String.init)
    return (lines + text.epilogue).withoutOtherInformation
  }

  private static func frame(_ frame: Frame, _ report: CrashReport, _ layout: FrameLayout) -> String {
    func left(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
    let image = frame.image.map { report.images[$0] }
    let address = frame.address?.value ?? 0
    let load = image?.loadAddress?.value ?? 0
    let plain = "0x\(String(load, radix: 16)) + \(address &- load)"
    let symbol = frame.reported.flatMap { symbol in symbol.symbol.map { "\($0) + \(symbol.offset ?? 0)" } }
    let name = left("\(frame.index)", 4) + left(image?.name ?? frame.imageName ?? "???", layout == .tabbed ? 30 : 31)
    let digits = String(address, radix: 16)
    switch layout {
    case .tabbed:
      return name + "\t" + String(repeating: " ", count: max(0, 16 - digits.count)) + "0x\(digits) " + (symbol ?? plain)
    case .listed, .padded:
      guard case .padded(let width) = layout else { return "no translation has the layout of lists" }
      return name + " 0x" + String(repeating: "0", count: max(0, width - digits.count)) + digits + " " + plain
        + (symbol.map { " (\($0))" } ?? "")
    }
  }

  private static func text(_ name: String) throws -> [String] {
    // The files are the text and nothing else: every line of ours ends in a line feed.
    String(decoding: try Corpus.bytes(name), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  @Test(
    .corpus,
    arguments: [
      ("ips/zqqf16-SYM__AppleJson.ips", "apple-text/zqqf16-SYM__AppleConverted.log"),
      ("ips/inket-MacSymbolicator__Crashes_ios-crash.ips", "apple-text/inket-MacSymbolicator__c1c69067-Crashes_ios-crash.crash"),
      (
        "ips/inket-MacSymbolicator__Crashes_multi-target-crash.ips",
        "apple-text/inket-MacSymbolicator__c1c69067-Crashes_multi-target-crash.crash"
      ),
      (
        "ips/inket-MacSymbolicator__Crashes_single-target-crash.ips",
        "apple-text/inket-MacSymbolicator__c1c69067-Crashes_single-target-crash.crash"
      ),
      (
        "ips/inket-MacSymbolicator__Other_ios-crash-in-ips-format.ips",
        "apple-text/inket-MacSymbolicator__Other_ios-crash-without-json-header.crash"
      ),
    ])
  func anIPSReportReadsAsAppleTranslatesIt(report: String, translation: String) throws {
    let ours = try Self.lines(try ReportDocument(reading: Corpus.bytes(report)))
    let apples = try Self.text(translation)
    for (line, (mine, theirs)) in zip(ours, apples).enumerated() {
      // The app that converted this one had put its own columns into three frames of the app.
      if translation.hasSuffix("AppleConverted.log"), theirs.contains("Demo                       \t") {
        #expect(mine.split(separator: " ").joined() == theirs.split(separator: " ").joined())
      } else {
        #expect(mine == theirs, "line \(line + 1)")
      }
    }
    #expect(ours.count == apples.count)
  }
}
