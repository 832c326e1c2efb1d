import CrashModel
import Reports
import SymbolModel
import TestSupport
import Testing

@testable import Rendering

/// What holds for every output of every report: no frame is lost, and nothing of a report is more than text.
@Suite struct EveryFrameTests {
  static let fixtures = FixtureFolder.files(below: "Reports").filter { $0.split(separator: "/").count == 4 }

  /// A report whose frames all have names of their own, with all that could be taken for something else in them.
  static func answers(_ report: CrashReport) -> SymbolicatedReport {
    let resolutions = report.frames.indices.map { position in
      let name = "frame\(position)of\(report.frames.count)"
      let inner = SourceFrame(function: "in" + name + hostile, file: "/src/a\(hostile).c", line: 3, inlined: true)
      var outer = SourceFrame(function: name + hostile, file: "/src/b\(hostile).c", line: 4)
      if position % 3 == 1 { outer.url = "https://x/(\(position))#L4" }
      return FrameResolution(basis: .line, symbol: outer.function, symbolOffset: 8, sources: [inner, outer])
    }
    var changed = report
    changed.process.name = "Process" + hostile
    changed.exception = CrashException()
    changed.exception?.type = "EXC" + hostile
    changed.exception?.reason = "because" + hostile
    changed.applicationSpecificInformation.append("info" + hostile)
    for position in changed.threads.indices { changed.threads[position].name = "thread" + hostile }
    for position in changed.images.indices { changed.images[position].name = "image" + hostile }
    changed.diagnostics.append(ReportDiagnostic(.warning, "damage" + hostile))
    let statuses = changed.images.map { _ in ImageStatus(.missing, reason: .notFound(lookedIn: ["why" + hostile])) }
    return SymbolicatedReport(report: changed, resolutions: resolutions, imageStatuses: statuses, path: "path" + hostile)
  }

  static let hostile = "\u{1B}[2J`~~~\r\n```</details><b>|@all #1 \u{9B}31m\u{7F}_*[x](y)"

  static func outputs(_ document: ReportDocument) -> [(name: String, text: String)] {
    let answers = document.reports.map(Self.answers)
    let translated = answers.enumerated().compactMap { part, report in
      document.layout(of: document.reports[part]).map { (report, $0) }
    }
    var outputs = [
      ("markdown", markdown(answers)),
      ("json", String(decoding: JSONRenderer().json(answers), as: UTF8.self)),
      ("ndjson", String(decoding: JSONRenderer().ndjson(answers), as: UTF8.self)),
    ]
    for isSideBySide in [false, true] where !translated.isEmpty {
      let renderer = TextRenderer(isSideBySide: isSideBySide)
      let bytes = translated.flatMap { renderer.text($0.0, translation: $0.1).bytes }
      outputs.append(("text", String(decoding: TerminalText.visible(bytes), as: UTF8.self)))
    }
    return outputs
  }

  /// Returns the Markdown without the limit of its size.
  static func markdown(_ answers: [SymbolicatedReport]) -> String {
    var renderer = MarkdownRenderer()
    renderer.maxBytes = .max
    return String(decoding: renderer.markdown(answers), as: UTF8.self)
  }

  private func check(_ document: ReportDocument, _ path: String) {
    let calls = document.reports.flatMap { report in
      report.frames.indices.filter { ![.truncated, .omitted].contains(report.frames[$0].kind) }
        .map { "frame\($0)of\(report.frames.count)" }
    }
    for (name, text) in Self.outputs(document) {
      var found: [Substring: Int] = [:]
      for match in text.matches(of: /frame\d+of\d+/) { found[match.output, default: 0] += 1 }
      let lost = calls.filter { found[$0[...]] == nil }
      #expect(lost.isEmpty, "\(path) as \(name): \(lost.count) of \(calls.count) frames are not there, \(lost.prefix(3))")
      #expect(!text.unicodeScalars.contains(where: Self.isControl), "\(path) as \(name)")
    }
    let markdown = Self.markdown(document.reports.map(Self.answers))
    let rest = Self.withoutCode(markdown)
    for mark in ["<b>", "@all", "#1 ", "|", "_*", "[x]"] { #expect(!rest.contains(mark), "\(path): \(mark) outside of code") }
    #expect(rest.components(separatedBy: "</details>").count == rest.components(separatedBy: "<details>").count)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
  }

  /// Markdown without its fences and code spans, found as GFM says (sections 4.5 and 6.3).
  static func withoutCode(_ markdown: String) -> String {
    var kept: [String] = []
    var fence: String?
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let ticks = line.prefix { $0 == "`" }
      if let open = fence {
        if ticks.count >= open.count, ticks.count == line.count { fence = nil }
      } else if ticks.count >= 3, !line.dropFirst(ticks.count).contains("`") {
        fence = String(ticks)
      } else {
        kept.append(withoutSpans(line))
      }
    }
    return kept.joined(separator: "\n")
  }

  private static func withoutSpans(_ line: String) -> String {
    var result = ""
    var rest = line[...]
    while let start = rest.firstIndex(of: "`") {
      result += rest[..<start]
      let ticks = rest[start...].prefix { $0 == "`" }
      rest = rest[start...].dropFirst(ticks.count)
      var at = rest.startIndex
      while let next = rest[at...].firstIndex(of: "`") {
        let run = rest[next...].prefix { $0 == "`" }
        at = run.endIndex
        if run.count == ticks.count { break }
      }
      if at > rest.startIndex { rest = rest[at...] } else { result += ticks }
    }
    return result + rest
  }

  @Test func whatStandsOutsideOfCodeIsSeen() {
    let text = "a <b> `x|` ``y`|`` |\n````\n```\n|\n````\n[x] ` @all"
    #expect(Self.withoutCode(text) == "a <b>   |\n[x] ` @all")
  }

  @Test(arguments: fixtures) func fixturesLoseNothing(path: String) throws {
    check(try ReportDocument(reading: FixtureFolder.bytes(path)), path)
  }

  @Test(.corpus, arguments: ["apple-text", "ips", "kscrash-json", "callstack", "metrickit", "plcrash", "sentry-expected"])
  func realReportsLoseNothing(folder: String) throws {
    for name in Corpus.files(in: folder) {
      guard let document = try? ReportDocument(reading: Corpus.bytes(name)) else { continue }
      check(document, name)
    }
  }
}
