import CrashModel
import Reports
import TestSupport
import Testing

/// Every row of the corpus' table: what is a report is read in the format that the table says, what is none is told so in a line.
/// Counts of the other folders are compared by `AppleTextCorpusTests` and `JSONCorpusTests`.
@Suite(.corpus)
struct CorpusIndexTests {
  /// The formats that the files of a folder may turn out to be.
  private static let formats: [String: Set<ReportFormat>] = [
    "apple-text": [.appleText], "ips": [.ips, .jetsam, .appleText], "kscrash-json": [.kscrash], "metrickit": [.metricKit],
    "sentry-expected": [.sentry], "plcrash": [.plcrash], "callstack": [.console, .swiftBacktrace, .appleText],
  ]

  /// Files of those folders that are reports of another format, and why.
  private static let otherFormats: [String: (format: ReportFormat, reason: String)] = [
    "sentry-expected/mstange-samply__fixtures_requests_macos-ci-nonxul-2.json": (
      .json, "a request to Mozilla's symbolication server"
    ),
    "sentry-expected/mstange-samply__fixtures_snapshots_api-v5-stripped-macos.txt": (.json, "an answer of such a server"),
    "callstack/ChimeHQ-Meter__exception.log": (.json, "exceptions as Chime's Meter logs them"),
  ]

  /// Files of those folders without anything of a report, and why. None of them has counts in the table.
  private static let noReports: [String: String] = [
    "kscrash-json/getsentry-sentry-cocoa__CrashState_legacy_1.json": "the state of an app between launches",
    "kscrash-json/getsentry-sentry-cocoa__CrashState_unsupported_fields.json": "the state of an app between launches",
    "kscrash-json/getsentry-sentry-cocoa__CrashState_wrong.json": "damaged state of an app between launches",
    "kscrash-json/getsentry-sentry-cocoa__crash-report-user-info-scope-v1.json": "what an app added to a report, by itself",
    "callstack/carlpeto-swift-crashlog-processing__jsonCrashLogCorruptedWithFalseStart.txt": "not a report, as its text says",
    "callstack/carlpeto-swift-crashlog-processing__jsonCrashLogCorruptedWithStartFinish.txt": "not a report, as its text says",
    "callstack/carlpeto-swift-crashlog-processing__recognizerJsonTest2.txt": "the beginning of no report",
    "callstack/electron-symbolicate-mac__mixed-symbols.txt": "names without addresses, an expected output",
    "callstack/electron-symbolicate-mac__node-symbols.txt": "names without addresses, an expected output",
    "callstack/electron-symbolicate-mac__sampling-symbols.txt": "names without addresses, an expected output",
  ]

  /// Folders of which no file is a report that can be read, and why.
  private static let noReportFolders = [
    "source-maps": "maps and scripts", "debug-files": "debug files and what comes with them",
  ]

  private static func isReport(_ row: [String: String]) -> Bool {
    let name = row["file", default: ""]
    return noReportFolders[row["format", default: ""]] == nil && noReports[name] == nil && !name.hasSuffix(".snap")
  }

  @Test func everyFileIsReadAsWhatItIsOrToldInALine() throws {
    var counted: [String: Int] = [:]
    for row in try Corpus.table("INDEX.tsv") {
      let name = row["file", default: ""]
      let folder = row["format", default: ""]
      let bytes = try Corpus.bytes(name)
      counted[Self.isReport(row) ? folder : "none", default: 0] += 1
      guard Self.isReport(row) else {
        try checkIsNone(bytes, name)
        continue
      }
      let formats = Set(try ReportDocument(reading: bytes).reports.map(\.format))
      let wanted = Self.otherFormats[name].map { [$0.format] } ?? Self.formats[folder] ?? []
      #expect(!formats.isEmpty && formats.isSubset(of: wanted), "\(name)")
    }
    #expect(
      counted == [
        "apple-text": 50, "ips": 16, "kscrash-json": 51, "metrickit": 18, "sentry-expected": 29, "callstack": 17, "plcrash": 27,
        "none": 203,
      ])
  }

  private func checkIsNone(_ bytes: [UInt8], _ name: String) throws {
    do {
      let document = try ReportDocument(reading: bytes)
      Issue.record("\(name) was read as \(document.format)")
    } catch {
      #expect(!error.message.isEmpty && !error.message.contains("\n"), "\(name)")
    }
  }

  @Test func binaryReportsHaveTheThreadsAndFramesOfTheIndex() throws {
    for row in try Corpus.table("INDEX.tsv") where row["format"] == "plcrash" {
      let name = row["file", default: ""]
      let report = try ReportDocument(reading: Corpus.bytes(name)).reports[0]
      #expect(report.threads.count == Int(row["threads", default: ""]), "\(name)")
      // The table counts the frames of threads.
      #expect(report.threads.reduce(0) { $0 + $1.frames.count } == Int(row["frames", default: ""]), "\(name)")
      #expect(report.frames.allSatisfy { $0.sourceRange.upperBound <= Int(row["bytes", default: ""]) ?? 0 }, "\(name)")
    }
  }

  /// Rows of console output and Swift backtraces whose counts are not ours, with ours and the reason.
  private static let callStackExceptions: [String: (threads: Int, frames: Int, reason: String)] = [
    "callstack/ChimeHQ-Meter__exception.log": (0, 25, "the table left the format out"),
    "callstack/carlpeto-swift-crashlog-processing__plainTextCrashLog.txt": (
      1, 2, "the table counts frames with the mark [ra] only"
    ),
    "callstack/carlpeto-swift-crashlog-processing__plainCrashLogSymbolicatedAllRegistersMultithreaded.txt": (
      10, 51, "the table counts frames with the mark [ra] only, and has one of the ten threads less"
    ),
    "callstack/carlpeto-swift-crashlog-processing__wintelCrashLog.txt": (
      1, 10, "the table counts frames with the mark [ra] only"
    ),
    "callstack/honeycombio-opentelemetry-collector-symbolicator__expected-2.txt": (
      0, 1, "the table has none; three more frames have an image's UUID and an offset"
    ),
  ]

  @Test func callStacksOfConsoleOutputAreThoseOfTheIndex() throws {
    for row in try Corpus.table("INDEX.tsv") where row["format"] == "callstack" && Self.isReport(row) {
      let name = row["file", default: ""]
      let reports = try ReportDocument(reading: Corpus.bytes(name)).reports
      let frames = reports.reduce(0) { sum, report in
        // As in the table, marks of what was cut off count in JSON only.
        sum + report.frames.count { $0.address != nil || $0.kind == .truncated && name.hasSuffix(".json") }
      }
      let threads = reports.reduce(0) { $0 + $1.threads.count }
      #expect(frames == Self.callStackExceptions[name]?.frames ?? Int(row["frames", default: ""]) ?? 0, "\(name)")
      #expect(threads == Self.callStackExceptions[name]?.threads ?? Int(row["threads", default: ""]) ?? 0, "\(name)")
    }
  }

  // MARK: Reports that were collected later

  /// The formats of later files in a folder of another name, and why.
  private static func laterFormats(_ row: [String: String]) -> Set<ReportFormat> {
    let folder = row["format", default: ""]
    guard folder == "callstack" else { return formats[folder] ?? [] }
    // Measure's events have no folder of their own.
    return row["file", default: ""].hasSuffix(".json") ? [.json] : [.console]
  }

  @Test func laterReportsHaveTheFormatThreadsAndFramesOfTheirTable() throws {
    for row in try Corpus.moreTable("INDEX.tsv") {
      let name = row["file", default: ""]
      let reports = try ReportDocument(reading: Corpus.bytes(name)).reports
      #expect(Set(reports.map(\.format)).isSubset(of: Self.laterFormats(row)), "\(name)")
      #expect(reports.reduce(0) { $0 + $1.callFrameCount } == Int(row["frames", default: ""]), "\(name)")
      // The table counts the stacks of exceptions of events as threads, those of Apple's text not.
      let isEvent = row["format"] == "callstack"
      let stacks = reports.reduce(0) { $0 + $1.threads.count + $1.callTrees.count + (isEvent ? $1.backtraces.count : 0) }
      #expect(stacks == Int(row["threads", default: ""]), "\(name)")
    }
  }

  /// The addresses of an exception's stack: in an event's JSON, that of the crashed thread.
  private static func addresses(_ name: String) throws -> [UInt64?] {
    let report = try ReportDocument(reading: Corpus.bytes(name)).reports[0]
    let stack = report.threads.first { $0.crashed || !name.hasSuffix(".json") }?.frames
    return report.frames[stack ?? 0..<0].map { $0.address?.value }
  }

  @Test func eventsAsJSONAndAsTextHaveTheSameAddresses() throws {
    var compared = 0
    for row in try Corpus.moreTable("PAIRS.tsv") where row["report", default: ""].hasPrefix("callstack/") {
      let (report, text) = (row["report", default: ""], row["expected_output", default: ""])
      let wanted = try Self.addresses(text)
      let found = try Self.addresses(report)
      #expect(found.count == wanted.count && !found.isEmpty, "\(report)")
      compared += wanted.count { $0 != nil }
      // Named frames of the text have no address.
      #expect(zip(found, wanted).allSatisfy { $0 == $1 || $1 == nil }, "\(report)")
    }
    #expect(compared > 50 || Corpus.morePath == nil)
  }

  @Test func aKSCrashReportAndItsTextHaveTheSameStacks() throws {
    for row in try Corpus.moreTable("PAIRS.tsv") where row["report", default: ""].hasPrefix("kscrash-json/") {
      let (json, text) = (
        try ReportDocument(reading: Corpus.bytes(row["report", default: ""])).reports[0],
        try ReportDocument(reading: Corpus.bytes(row["expected_output", default: ""])).reports[0]
      )
      #expect(
        json.threads.map { $0.frames.map { json.frames[$0].address } }
          == text.threads.map { $0.frames.map { text.frames[$0].address } })
      #expect(json.threads.map(\.crashed) == text.threads.map(\.crashed))
      #expect(json.identifier == text.identifier && json.process.name == text.process.name)
    }
  }
}
