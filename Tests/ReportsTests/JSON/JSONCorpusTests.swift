import CrashModel
import Reports
import TestSupport
import Testing

/// Reads the real JSON reports and compares what is found with the corpus' own table.
@Suite struct JSONCorpusTests {
  /// What a file holds where the table says nothing or something else, and why.
  private struct Exception {
    var threads: Int
    var frames: Int
    var reason: String
  }

  private static let exceptions: [String: Exception] = [
    "kscrash-json/kstenerud-KSCrash__ExampleReports_NSException-StandardReport.json":
      Exception(threads: 7, frames: 57, reason: "version 1.0 stacks are plain arrays, which the table did not count"),
    "kscrash-json/kstenerud-KSCrash__Tests_KSCrashFiltersTests_sigterm.json":
      Exception(threads: 6, frames: 50, reason: "a trailing comma kept the table's reader out"),
    "kscrash-json/embrace-io-embrace-apple-sdk__sigterm_report.json":
      Exception(threads: 6, frames: 50, reason: "a trailing comma kept the table's reader out"),
    "kscrash-json/bugsnag-bugsnag-cocoa__Tests_BugsnagTests_Data_RecrashReport.json":
      Exception(threads: 1, frames: 24, reason: "its only stack is crash.crashed_thread"),
    "kscrash-json/bugsnag-bugsnag-cocoa__Tests_BugsnagTests_report-react-native-promise-rejection.json":
      Exception(
        threads: 32, frames: 234, reason: "the table counts no frames in a Bugsnag event inside `user`, in Bugsnag's own form"),
    "ips/blacktop-ipsw__watchdogNegPIDSample.ips": Exception(
      threads: 2, frames: 2, reason: "the table left stackshots of type 409 out"),
    "ips/doronz88-pycrashreport__kernel_mode_crash_report_ios16_forceReset-full.ips": Exception(
      threads: 275, frames: 305, reason: "the table left the 13 addresses in the text of the panic out"),
    "ips/llvm-llvm-project__a.out.inline.template.ips":
      Exception(
        threads: 1, frames: 3, reason: "placeholders kept the table's reader out; two of five objects are one inlined frame"),
  ]

  /// Files without anything of a report.
  private static let noReports: Set<String> = [
    "kscrash-json/getsentry-sentry-cocoa__CrashState_legacy_1.json",
    "kscrash-json/getsentry-sentry-cocoa__CrashState_unsupported_fields.json",
    "kscrash-json/getsentry-sentry-cocoa__CrashState_wrong.json",
    "kscrash-json/getsentry-sentry-cocoa__crash-report-user-info-scope-v1.json",
  ]

  @Test(.corpus) func threadsAndFramesAreThoseOfTheIndex() throws {
    for row in try Corpus.table("INDEX.tsv") + Corpus.moreTable("INDEX.tsv") {
      guard let name = row["file"], row["format"] == "ips" || row["format"] == "kscrash-json" else { continue }
      let bytes = try Corpus.bytes(name)
      if Self.noReports.contains(name) {
        #expect(throws: ReportError.self) { try ReportDocument(reading: bytes) }
        continue
      }
      let document = try ReportDocument(reading: bytes)
      let isText = row["oddities"]?.contains("body is not JSON") == true
      if row["format"] == "kscrash-json" { #expect(document.format == .kscrash, "\(name)") }
      if row["format"] == "ips", !isText { #expect([.ips, .jetsam].contains(document.format), "\(name)") }
      let threads = document.reports.reduce(0) { $0 + $1.threads.count }
      let frames = document.reports.reduce(0) {
        $0 + $1.frames.prefix($1.callFrameCount).count { $0.kind != .omitted && $0.kind != .javaScript }
      }
      #expect(threads == Self.exceptions[name]?.threads ?? Int(row["threads"] ?? "") ?? 0, "\(name)")
      #expect(frames == Self.exceptions[name]?.frames ?? Int(row["frames"] ?? "") ?? 0, "\(name)")
    }
  }

  /// Files of Sentry's that are no events: other programs' answers and requests.
  private static let noEvents = [".snap", ".txt", "macos-ci-nonxul-2.json"]

  @Test(.corpus, arguments: [("metrickit", ReportFormat.metricKit), ("sentry-expected", .sentry)])
  func stacksAndFramesOfTreesAndEventsAreThoseOfTheIndex(folder: String, format: ReportFormat) throws {
    var read = 0
    for row in try Corpus.table("INDEX.tsv") + Corpus.moreTable("INDEX.tsv") where row["format"] == folder {
      guard let name = row["file"], !Self.noEvents.contains(where: name.hasSuffix) else { continue }
      let document = try ReportDocument(reading: Corpus.bytes(name))
      #expect(document.reports.allSatisfy { $0.format == format }, "\(name)")
      let stacks = document.reports.reduce(0) { $0 + $1.threads.count + $1.callTrees.count }
      #expect(stacks == Int(row["threads"] ?? "") ?? 0, "\(name)")
      #expect(document.reports.reduce(0) { $0 + $1.frames.count } == Int(row["frames"] ?? "") ?? 0, "\(name)")
      #expect(
        document.reports.allSatisfy {
          $0.frames.allSatisfy { $0.image != nil || $0.kind == .javaScript || folder != "metrickit" }
        })
      read += 1
    }
    #expect(read >= (format == .metricKit ? 18 : 27))
  }

  @Test(.corpus) func framesLieInOrderInsideTheTextAndKnowTheirImageAndAddress() throws {
    for row in try Corpus.table("INDEX.tsv") + Corpus.moreTable("INDEX.tsv") {
      guard let name = row["file"], ["ips", "kscrash-json", "callstack"].contains(row["format"]) else { continue }
      let bytes = try Corpus.bytes(name)
      guard let document = try? ReportDocument(reading: bytes), document.format != .appleText else { continue }
      for report in document.reports {
        var last = 0
        for frame in report.frames {
          #expect(frame.sourceRange.lowerBound >= last && frame.sourceRange.upperBound <= bytes.count, "\(name)")
          last = frame.sourceRange.lowerBound
          // Placeholders stand for two offsets in this one.
          if name.hasSuffix("a.out.inline.template.ips"), frame.reported?.file != nil { continue }
          #expect(
            frame.address != nil || frame.imageOffset != nil || frame.reported?.symbol != nil
              || [.omitted, .truncated, .javaScript].contains(frame.kind),
            "\(name)")
        }
        #expect(report.threads.map { $0.frames.count }.reduce(0, +) <= report.frames.count)
      }
    }
  }

  @Test(.corpus) func realSwiftBacktracesAreRead() throws {
    var read = 0
    for row in try Corpus.table("INDEX.tsv") {
      guard let name = row["file"], row["oddities"]?.hasPrefix("Swift backtrace JSON") == true else { continue }
      let document = try ReportDocument(reading: Corpus.bytes(name))
      #expect(document.format == .swiftBacktrace)
      #expect(document.reports.first?.threads.count == Int(row["threads"] ?? ""))
      #expect(document.reports.first?.frames.map { $0.kind } == [.exact, .returnAddress, .truncated])
      read += 1
    }
    #expect(read == 4)
  }
}
