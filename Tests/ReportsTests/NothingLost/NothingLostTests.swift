import CrashModel
import Reports
import TestSupport
import Testing

/// Nothing that looks like a frame disappears in silence: what `FrameScanner` finds is a frame of a report, or a diagnostic names
/// its position.
@Suite struct NothingLostTests {
  /// Files in which something looks like a frame and is none, with the number and the reason.
  private static let exceptions: [String: (count: Int, reason: String)] = [
    "apple-text/mobile-dev-inc-Symbolicator__memory_leak_unicode_unsymbolicated.txt": (7, "leaked objects on the heap"),
    "apple-text/mobile-dev-inc-Symbolicator__memory_leak_with_symbolicated_stacktrace.txt": (1, "a leaked object on the heap"),
    "Reports/sentry/dart/event.json": (
      3, "a trace in the reason, which is in the input more than once; `DartTexts` makes a backtrace of it"
    ),
  ]

  /// The bytes of frames and of positions that diagnostics name.
  private static func known(_ reports: [CrashReport]) -> [Range<Int>] {
    var known: [Range<Int>] = []
    for report in reports {
      for frame in report.frames { known += [frame.sourceRange] + frame.otherPlaces }
      for backtrace in report.backtraces { known += [backtrace.list].compactMap { $0 } }
      known += report.diagnostics.compactMap { $0.byte }.map { $0..<$0 + 1 }
    }
    return known.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The lines and objects of an input that look like frames and are not accounted for.
  private static func lost(_ bytes: [UInt8], _ found: [Range<Int>], _ document: ReportDocument?) -> [Range<Int>] {
    guard let document else { return found }
    let known = known(document.reports)
    var ends: [Int] = []
    for range in known { ends.append(max(ends.last ?? 0, range.upperBound)) }
    return found.filter { range in
      // Of the ranges that begin before the end of this one, some reaches into it.
      let next = known.partitionPoint { $0.lowerBound >= range.upperBound }
      return next == 0 || ends[next - 1] <= range.lowerBound
    }
  }

  /// Returns how much looks like a frame.
  @discardableResult private func check(_ original: [UInt8], _ name: String) -> Int {
    let document = try? ReportDocument(reading: original)
    // Copies from web pages are read as plain text.
    let bytes = document?.bytes ?? original
    let found = FrameScanner(bytes).found
    let lost = Self.lost(bytes, found, document)
    let text = lost.prefix(3).map { String(decoding: bytes[$0].prefix(120), as: UTF8.self) }
    #expect(lost.count == Self.exceptions[name]?.count ?? 0, "\(name): \(text)")
    return found.count
  }

  @Test(arguments: FixtureFolder.files(below: "Reports").filter { !$0.hasSuffix(".tsv") && !$0.hasSuffix(".md") })
  func fixturesLoseNoFrame(name: String) throws {
    check(try FixtureFolder.bytes(name), name)
  }

  @Test(
    .corpus, arguments: ["apple-text", "ips", "kscrash-json", "callstack", "metrickit", "sentry-expected", "plcrash", "defects"])
  func realReportsLoseNoFrame(folder: String) throws {
    var found = 0
    for name in Corpus.files(in: folder) where !name.hasSuffix(".tsv") { found += check(try Corpus.bytes(name), name) }
    #expect(found > 30)
    print("\(folder): \(found) lines and objects look like frames")
  }

  @Test func theScannerSeesFramesOfEveryKind() {
    let text = """
      0   Cart   0x0000000104e12118 0x104e0c000 + 24856
      #1 0x00007184cdabd330 in main
      + 12 main  (in Cart) + 3  [0x10e3817e6]
      Thread 0 crashed with ARM Thread State (64-bit):
          x0: 0x0000000000000000   x1: 0x0000000000000000
      """
    #expect(FrameScanner(Array(text.utf8)).found.count == 3)
    let phone = """
      E/flutter: #00 abs 000000723d6346d7 virt 00000000001ed6d7 _kDartIsolateSnapshotInstructions+0x1e26d7
      at . #01 abs 0 virt 0000000000472017
      F DEBUG   :       #02 pc 0000000000000a7c  /data/app/libshop.so
       9  dyld!start + 0x838
      0|3|Shop||||0x9f8
      """
    #expect(FrameScanner(Array(phone.utf8)).found.count == 5)
    let json = #"{"frames": [{"address": 1}, {"name": 2}], "images": [{"address": 3}], "log": "a\n0 Cart 0x1000 main\n"}"#
    #expect(FrameScanner(Array(json.utf8)).found.count == 2)
    let tree = #"{"rootFrames": [{"subFrames": [{"binaryUUID": "A", "subFrames": []}]}], "binaryInfo": [{"uuid": "A"}]}"#
    #expect(FrameScanner(Array(tree.utf8)).found.count == 2)
    let logged =
      "2026-11-20 11:43:03.129 Shop[1:2] 0   Cart   0x0000000104e12118 main + 8\n10:43:01 4711  4742 I got 0x7f0000001234\n"
    #expect(FrameScanner(Array(logged.utf8)).found.count == 1)
    let thread: [UInt8] = [0x08, 0, 0x12, 2, 0x18, 5, 0x12, 2, 0x18, 6]
    #expect(FrameScanner(Array("plcrash\u{1}".utf8) + [0x1a, 10] + thread).found.count == 2)
  }

  /// MetricKit may leave out every value of a frame.
  @Test(arguments: [
    #"{"subFrames":[]}"#, #"{"binaryUUID":"4C4C4401-5555-3144-A100-000000000001","subFrames":[]}"#,
    #"{"subFrames":[{"address":4368026892,"offsetIntoBinaryTextSegment":36108,"subFrames":[]}]}"#,
    #"{"sampleCount":3,"subFrames":[]}"#,
  ])
  func framesOfMetricKitWithoutAnAddressAreFrames(frame: String) throws {
    let tree =
      #"{"callStackPerThread":true,"callStackThreads":[{"threadAttributed":true,"rootFrames":[\#(frame)]}],"binaryInfo":[]}"#
    let report =
      #"{"version":"2.0.0","timeRange":{"begin":1,"end":1},"environment":{},"crashDiagnostic":{"callStackTree":\#(tree)}}"#
    for text in [report, tree, #"{"data":\#(tree)}"#] { #expect(check(Array(text.utf8), frame) > 0) }
  }

  /// The prefixes of loggers and of mails do not hide a frame, wherever the frames are.
  @Test(arguments: [
    "2026-11-20 11:43:03.129123+0100 Shop[3608:51707] ", "11:43:03 Shop: ", "Nov 20 11:43:03 host shop[12]: ",
    "[2026-11-20T11:43:03.129Z] ERROR | ", "> ", "2026-11-20T11:43:03+0000 error com.example.shop : [Crash] ",
  ])
  func framesAfterAPrefixAreNotLost(prefix: String) throws {
    var found = 0
    for folder in ["console", "apple-text"] {
      for name in FixtureFolder.files(below: "Reports/" + folder) {
        let lines = try FixtureFolder.text(name).split(separator: "\n", omittingEmptySubsequences: false)
        found += check(Array(lines.map { prefix + $0 }.joined(separator: "\n").utf8), prefix + name)
      }
    }
    #expect(found > 50)
  }
}

extension Array {
  /// The position of the first element for which a condition holds that holds for all after it.
  fileprivate func partitionPoint(_ isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
