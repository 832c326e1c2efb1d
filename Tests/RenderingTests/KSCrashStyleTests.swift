import AppleLayout
import CrashModel
import Rendering
import Reports
import TestSupport
import Testing

/// KSCrash's JSON reports and what its own filter for Apple's text format made of them on the device.
@Suite(.corpus)
struct KSCrashStyleTests {
  private static let pairs: [(report: String, text: String)] =
    ["BadPointer", "CrashInHandler", "MainThreadDeadlock", "NSException", "StackOverflow", "ZombieNSException"].map {
      ("kstenerud-KSCrash__Example-Reports_\($0)", "kstenerud-KSCrash__Example-Reports_\($0)")
    }
    + [
      "bad-pointer", "corrupt-object", "deadlocked-main-thread", "deallocated-object", "deallocated-proxy", "null-pointer",
    ].map {
      (
        "kstenerud-KSCrash__a1940985-ExampleReports_StandardReport-\($0)",
        "kstenerud-KSCrash__ExampleReports_AppleSideBySideReport-\($0)"
      )
    }

  /// Lines of theirs that we print otherwise or not at all, and why.
  private static func isTheirsAlone(_ line: String, _ hasRegisters: Bool) -> Bool {
    // The device's time zone; ours is UTC, since names such as EST do not tell an offset.
    line.hasPrefix("Date/Time:")
      // Zeros for the registers of a thread of which none were recorded.
      || !hasRegisters && (line.contains("crashed with") || line.hasPrefix("  ") && line.contains(": 0x00000000"))
  }

  @Test(arguments: pairs.indices, FrameStyle.Names.allCases) func textsEqualTheFilters(_ pair: Int, style: FrameStyle.Names)
    throws
  {
    let document = try ReportDocument(reading: Corpus.bytes("kscrash-json/\(Self.pairs[pair].report).json"))
    let report = document.reports[0]
    let hasRegisters = report.threads.contains { $0.crashed && !$0.registers.isEmpty }
    let ours = try Self.lines(document, style).filter { line in
      // The filter is silent on frames that it left out, and on the registers that tell of the exception.
      !Self.isTheirsAlone(line, hasRegisters) && !line.hasSuffix(" frames omitted ...") && !line.hasPrefix("   far: ")
    }
    var theirs = String(decoding: try Corpus.bytes("apple-text/\(Self.pairs[pair].text).txt"), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if theirs.last == "" { theirs.removeLast() }
    if !hasRegisters, let start = theirs.firstIndex(where: { $0.contains("crashed with") }) { theirs.remove(at: start - 1) }
    let process = report.process.name ?? ""
    let expected = theirs.filter { !Self.isTheirsAlone($0, hasRegisters) }.map { Self.line($0, in: style, process) }
    for (number, (our, their)) in zip(ours, expected).enumerated() {
      #expect(our == their, "line \(number + 1) of \(Self.pairs[pair].report)")
    }
    #expect(ours.count == expected.count)
  }

  /// Pairs whose text is of another day than the report: the diagnosis, which is the report's own, and what follows differ.
  @Test(arguments: ["deallocated-object", "deallocated-proxy"]) func textsOfAnotherDayEqualUpToTheDiagnosis(_ name: String) throws
  {
    let report = "kscrash-json/kstenerud-KSCrash__366b20fe-ExampleReports_StandardReport-\(name).json"
    let text = "apple-text/kstenerud-KSCrash__ExampleReports_AppleSideBySideReport-\(name).txt"
    let theirs = String(decoding: try Corpus.bytes(text), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    func compared(_ lines: [String]) -> [String] {
      lines.prefix { !$0.hasPrefix("CrashDoctor Diagnosis:") }.filter {
        !Self.isTheirsAlone($0, true) && !$0.hasPrefix("   far: ")
      }
    }
    let ours = compared(try Self.lines(try ReportDocument(reading: Corpus.bytes(report)), .sideBySide))
    #expect(ours == compared(theirs))
    #expect(ours.count > 200)
  }

  /// The first version's filter put the symbol's start before the distance from the image (`0x6164 + 20869 (...)`), left the place
  /// in the image out where it liked, and knew neither the version's two parts nor the information of an exception: frames are
  /// compared by number, image, address and name, and images as they stand.
  @Test func textOfTheFirstVersionHasTheSameFramesAndImages() throws {
    let report = "kscrash-json/kstenerud-KSCrash__ExampleReports_NSException-StandardReport.json"
    let text = "apple-text/kstenerud-KSCrash__ExampleReports_NSException-AppleSideBySideReport.txt"
    let theirs = String(decoding: try Corpus.bytes(text), as: UTF8.self).split(separator: "\n").map(String.init)
    let ours = try Self.lines(try ReportDocument(reading: Corpus.bytes(report)), .symbolicated)
    func frames(_ lines: [String]) -> [String] {
      lines.compactMap { line in
        guard let match = line.wholeMatch(of: /(\d+ +\S+ +0x[0-9a-f]+ )(?:0x[0-9a-f]+ \+ \d+ \()?(.*?)\)?/) else { return nil }
        return String(match.output.1 + match.output.2)
      }
    }
    func images(_ lines: [String]) -> [String] { lines.filter { $0.contains(" - 0x") || $0.contains(" -     0x") } }
    #expect(frames(ours) == frames(theirs))
    #expect(frames(ours).count == 57)
    #expect(images(ours) == images(theirs))
  }

  private static func lines(_ document: ReportDocument, _ style: FrameStyle.Names) throws -> [String] {
    let report = document.reports[0]
    let calls = report.callFrameCount
    var shown = report
    // No debug file, so that no word of stack memory has a name.
    shown.backtraces.removeAll { $0.kind == .stackContents }
    shown.frames = Array(report.frames.prefix(calls))
    let answers = SymbolicatedReport(
      report: shown, resolutions: shown.frames.map { _ in FrameResolution(basis: .none, reason: .notLookedUp) },
      imageStatuses: shown.images.map { _ in ImageStatus(.unneeded) }, path: "-")
    let renderer = TextRenderer(style: FrameStyle(names: style))
    let text = renderer.text(answers, translation: try #require(document.layout(of: document.reports[0])))
    let lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
    // The filter prints neither what the app added nor what its layout has no line for; those are our last sections.
    let end = lines.firstIndex { $0 == "User Data:" || $0 == "Other Information:" }
    return end.map { Array(lines[..<($0 - 1)]) } ?? lines
  }

  /// A side-by-side line, which theirs are, in another style.
  private static func line(_ line: String, in style: FrameStyle.Names, _ process: String) -> String {
    guard let match = line.wholeMatch(of: /(\d+ +(\S+) +0x[0-9a-f]+ )(0x[0-9a-f]+ \+ \d+) \((.*)\)/) else { return line }
    let isBare = style == .unsymbolicated || style == .partiallySymbolicated && match.output.2 == process
    return style == .sideBySide ? line : String(match.output.1 + (isBare ? match.output.3 : match.output.4))
  }
}
