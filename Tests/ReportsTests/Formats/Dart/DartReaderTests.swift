import AppleLayout
import CrashModel
import Reports
import SymbolModel
import TestSupport
import Testing

/// The stack traces of Dart programs that were compiled ahead of time. The forms are those of Dart's own decoder and of real traces.
@Suite struct DartReaderTests {
  private static let banner = "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***"
  static let text = """
    E/flutter ( 4242): Unhandled Exception: Bad state: no account 7
    \(banner)
    pid: 4242, tid: 4250, name 1.ui
    os: android arch: arm64 comp: yes sim: no
    build_id: 'a2441e3f8240c3b45150e0c03494bfd3'
    isolate_dso_base: 752602b000, vm_dso_base: 752602b000
    isolate_instructions: 752602c440, vm_instructions: 752602c380
        #00 abs 000000752602c48f virt 000000000000148f _kDartIsolateSnapshotInstructions+0x4f
    <asynchronous suspension>
        #01 abs 000000752602c39f virt 000000000000139f _kDartVmSnapshotInstructions+0x1f
        #02 abs 0000000000000000 <invalid Dart instruction address>
        <asynchronous suspension>
    done

    """

  private static func reports(_ text: String) throws -> [CrashReport] { try ReportDocument(reading: Array(text.utf8)).reports }

  @Test func theHeaderTheFramesAndTheGapsAreRead() throws {
    let report = try #require(try Self.reports(Self.text).first)
    #expect(report.format == .dart && report.kind == .crash && report.diagnostics.isEmpty)
    #expect(report.exception?.type == "Unhandled Exception" && report.exception?.reason == "Bad state: no account 7")
    #expect(report.process.pid == 4242 && report.system.name == "android" && report.device.cpuType == "arm64")
    #expect(report.threads.map(\.index) == [4250] && report.threads.map(\.name) == ["1.ui"] && report.threads[0].crashed)
    #expect(report.images.map(\.name) == ["libapp.so"] && report.images.map(\.inApp) == [true])
    #expect(
      report.images[0].id?.hex == "a2441e3f8240c3b45150e0c03494bfd3" && report.images[0].loadAddress?.value == 0x75_2602_b000)
    #expect(report.images[0].architecture == Architecture("arm64"))
    #expect(
      report.frames.map(\.address?.value) == [0x75_2602_c48f, 0x75_2602_c39f, nil] && report.frames.map(\.index) == [0, 1, 2])
    // The addresses are those of calls, not the ones after them.
    #expect(report.frames.map(\.kind) == [.exact, .exact, .exact] && report.frames.map(\.image) == [0, 0, nil])
    #expect(report.frames.map(\.isSuspended) == [true, false, true])
    #expect(report.frames.map { $0.reported?.offset } == [0x4f, 0x1f, nil])
    #expect(report.details.map(\.key) == ["compressedPointers", "simulator", "isolateInstructions", "vmInstructions"])
  }

  /// Up to Dart 2.18 no system; the form of signal handlers; since 3.13 one section and no VM; without a banner and with odd numbers.
  @Test(arguments: [
    "warning:  This VM has been configured to produce stack traces that violate the Dart standard.\nBANNER\nPID\nID\nBASES",
    "BANNER\npid=4242, tid=4250, name 1.ui\nos=android arch=arm64 comp=yes sim=no\nbuild_id='a2441e3f8240c3b45150e0c03494bfd3'\nisolate_dso_base=752602b000, vm_dso_base=752602b000\nisolate_instructions=752602c440, vm_instructions=752602c380",
    "BANNER\nPID\nOS\nID\nisolate_dso_base: 752602b000, vm_dso_base: 0\nisolate_instructions: 752602c440, vm_instructions: 0",
    "PID\nOS\nID\nBASES",
    "Apr  4 14:17:52 Runner(Flutter)[820] <Notice>: flutter: Warning: This VM\nBANNER\nPID\nID\nBASES",
    "BANNER\nPID\nOS\nID\nloading_unit: 1, build_id: 'a2441e3f8240c3b45150e0c03494bfd3', dso_base: 752602b000, instructions: 752602c440\nBASES",
  ])
  func headersOfAllVersionsAreRead(header: String) throws {
    let text = header.replacing("BANNER", with: Self.banner).replacing("PID", with: "pid: 4242, tid: 4250, name 1.ui")
      .replacing("OS", with: "os: android arch: arm64 comp: yes sim: no")
      .replacing("ID\n", with: "build_id: 'a2441e3f8240c3b45150e0c03494bfd3'\n")
      .replacing(
        "BASES",
        with:
          "isolate_dso_base: 752602b000, vm_dso_base: 752602b000\nisolate_instructions: 752602c440, vm_instructions: 752602c380")
    let frames =
      "#00 abs 000000752602c48f virt 000000000000148f _kDartSnapshotText+0x4f\n#1 abs 000000752602c50f unit 1 virt 000000000000150f x+207\n"
    let report = try #require(try Self.reports(text + "\n" + frames).first)
    #expect(report.format == .dart && report.process.pid == 4242 && report.threads[0].name == "1.ui")
    #expect(report.images.map(\.id?.hex) == ["a2441e3f8240c3b45150e0c03494bfd3"])
    #expect(report.images.map(\.loadAddress?.value) == [0x75_2602_b000])
    #expect(report.frames.map(\.address?.value) == [0x75_2602_c48f, 0x75_2602_c50f] && report.frames.map(\.index) == [0, 1])
    #expect(report.diagnostics.isEmpty)
  }

  @Test func crashlyticsKeepsTheFilesAddressesAlone() throws {
    let text = """
      Non-fatal Exception: io.flutter.plugins.firebase.crashlytics.FlutterError: Bad state: No element. Error thrown null.
      BuildId: c3126a4381294e13185549e5e94a4db9
      at . #00 abs 0 virt 000000000031ba6f _kDartIsolateSnapshotInstructions+0x14e87f
      at . #01 abs 0 virt 0000000000472017 _kDartIsolateSnapshotInstructions+0x2a4e27

      """
    for form in [text, text.replacing("at . ", with: "")] {
      let report = try #require(try Self.reports(form).first)
      #expect(report.format == .dart && report.kind == .nonFatal)
      #expect(report.exception?.className == "io.flutter.plugins.firebase.crashlytics.FlutterError")
      #expect(report.exception?.reason == "Bad state: No element. Error thrown null.")
      #expect(report.images.map(\.id?.hex) == ["c3126a4381294e13185549e5e94a4db9"])
      #expect(report.frames.map(\.address) == [nil, nil] && report.frames.map(\.imageOffset?.value) == [0x31ba6f, 0x472017])
    }
  }

  /// An assembly snapshot has no `virt`; a service put a header and frames of two runs together.
  @Test func theDistanceFromTheSymbolCountsIfTheAddressContradictsTheHeader() throws {
    let text = """
      \(Self.banner)
      pid: 19226, tid: 6103134208, name io.flutter.ui
      os: macos arch: arm64 comp: no sim: no
      isolate_dso_base: 10fa20000, vm_dso_base: 10fa20000
      isolate_instructions: 10fa27070, vm_instructions: 10fa21e20
          #00 abs 000000723d6346d7 _kDartIsolateSnapshotInstructions+0x1e26d7
          #01 abs 000000010fa27080 _kDartIsolateSnapshotInstructions+0x10
      """
    let report = try #require(try Self.reports(text).first)
    #expect(report.images.map(\.name) == ["App"] && report.images.map(\.id) == [nil])
    #expect(report.frames.map(\.address?.value) == [nil, 0x1_0fa2_7080])
    #expect(report.frames.map(\.imageOffset?.value) == [0x7070 + 0x1e26d7, nil])
    #expect(
      report.diagnostics.map(\.message) == [
        "1 frame has an address that contradicts the header; the distance from its symbol counts"
      ])
  }

  @Test func deferredUnitsAreImagesOfTheirOwn() throws {
    let text = """
      \(Self.banner)
      pid: 4242, tid: 4250, name 1.ui
      os: android arch: x64 comp: yes sim: no
      build_id: 'deadbeef00112233445566778899aabb'
      loading_unit: 1, build_id: 'deadbeef00112233445566778899aabb', dso_base: 7f1234560000, instructions: 7f1234561040
      loading_unit: 2, build_id: '00ff00ff00ff00ff00ff00ff00ff00ff', dso_base: 7f1299990000, instructions: 7f1299991000
      isolate_dso_base: 7f1234560000, vm_dso_base: 7f1234560000
      isolate_instructions: 7f1234561040, vm_instructions: 7f1234560000
          #00 abs 00007f1299991234 unit 2 virt 0000000000001234 _kDartIsolateSnapshotInstructions+0x234
          #01 abs 00007f123456108d unit 1 virt 000000000000108d _kDartIsolateSnapshotInstructions+0x4d
      """
    let report = try #require(try Self.reports(text).first)
    #expect(report.images.map(\.name) == ["libapp.so", "libapp.so-2.part.so"])
    #expect(report.images.map(\.id?.hex) == ["deadbeef00112233445566778899aabb", "00ff00ff00ff00ff00ff00ff00ff00ff"])
    #expect(report.frames.map(\.image) == [1, 0] && report.frames.map(\.address?.value) == [0x7f12_9999_1234, 0x7f12_3456_108d])
    #expect(report.images[0].architecture == Architecture("x86_64") && report.diagnostics.isEmpty)
  }

  @Test func aLogHoldsSeveralTracesAndOtherLines() throws {
    let prefix = "11-20 11:43:03.129  4242  4250 E flutter : "
    let logged = Self.text.split(separator: "\n").map { prefix + $0 }.joined(separator: "\nother line\n")
    let reports = try Self.reports(logged + "\n" + Self.text)
    #expect(reports.map(\.format) == [.dart, .dart] && reports.map(\.frames.count) == [3, 3])
    #expect(
      reports.map { $0.images[0].id } == [reports[1].images[0].id, reports[1].images[0].id] && reports[0].images[0].id != nil)
    #expect(reports.map { $0.frames.map(\.isSuspended) } == [[true, false, true], [true, false, true]])
    // Strings of JSON events.
    let escaped = Self.text.replacing("\n", with: "\\n")
    let event = try Self.reports(
      "{\"event\": \"crash\", \"stack\": \"\(escaped)\"}\n{\"event\": \"crash\", \"stack\": \"\(escaped)\"}\n")
    #expect(event.map(\.format) == [.dart, .dart] && event.map(\.frames.count) == [3, 3])
  }

  /// The answers replace the symbol, gaps and everything else stay, and the result is read again.
  @Test func answersAreWrittenAndReadAgain() throws {
    let document = try ReportDocument(reading: Array(Self.text.utf8))
    func answers(_ report: CrashReport) -> SymbolicatedReport {
      var answers = SymbolicatedReport(
        report: report, resolutions: report.frames.map { _ in FrameResolution(basis: .none, reason: .notLookedUp) },
        imageStatuses: [], path: "-")
      answers.resolutions[0] = FrameResolution(
        basis: .line, symbol: "Cart.checkout", symbolOffset: 16,
        sources: [
          SourceFrame(function: "Ledger.post", file: "package:shop/cart.dart", line: 11, column: 10, inlined: true),
          SourceFrame(function: "Cart.checkout", file: "package:shop/cart.dart", line: 15, column: 16),
        ])
      return answers
    }
    let filled = document.filled(with: [answers(document.reports[0])], style: FrameStyle()).bytes
    let head = "    #00 abs 000000752602c48f virt 000000000000148f "
    #expect(
      String(decoding: filled, as: UTF8.self)
        == Self.text.replacing(
          head + "_kDartIsolateSnapshotInstructions+0x4f",
          with: head + "Ledger.post [inlined] (cart.dart:11)\n" + head + "Cart.checkout + 16 (cart.dart:15)"))
    let again = try ReportDocument(reading: filled)
    let frame = again.reports[0].frames[0]
    #expect(again.reports[0].frames.count == 3 && frame.address?.value == 0x75_2602_c48f && frame.isSuspended)
    #expect(frame.reported?.symbol == "Cart.checkout" && frame.reportedInlines.map(\.symbol) == ["Ledger.post"])
    #expect(again.filled(with: [answers(again.reports[0])], style: FrameStyle()).bytes == filled)
  }

  @Test func everyPrefixAndHostileNumbersAreRead() throws {
    let bytes = Array(Self.text.utf8)
    for count in 0...bytes.count { _ = try? ReportDocument(reading: Array(bytes.prefix(count))) }
    let large = "ffffffffffffffff"
    let text = """
      \(Self.banner)
      pid: 99999999999999999999, tid: -1, name
      build_id: '', loading_unit
      loading_unit: 18446744073709551615, build_id: 'zz', dso_base: \(large)f, instructions: \(large)
      isolate_dso_base: \(large), vm_dso_base: \(large)
      isolate_instructions: \(large), vm_instructions: \(large)
      #999999 abs \(large) unit 18446744073709551615 virt \(large) _kDartIsolateSnapshotInstructions+0x\(large)
      #1000000 abs 1 virt 2 x+1
      #1 abs 0 virt
      #2 abs 1f _kDartIsolateSnapshotInstructions+18446744073709551616
      """
    let report = try #require(try Self.reports(text).first)
    #expect(report.frames.count == 1 && report.process.pid == nil && report.images[0].id == nil)
  }
}
