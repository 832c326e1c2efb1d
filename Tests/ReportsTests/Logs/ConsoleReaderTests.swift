import CrashModel
import SymbolModel
import TestSupport
import Testing

@testable import Reports

/// Call stacks in text of all kinds.
@Suite struct ConsoleReaderTests {
  private func report(_ text: String) throws -> CrashReport {
    let document = try ReportDocument(reading: Array(text.utf8))
    #expect(document.format == .console)
    return document.reports[0]
  }

  @Test(arguments: ["Stack trace of thread 41:", "Thread 0 Crashed:"])
  func threadsOfACrashAreNoHang(title: String) throws {
    let stack = "    #0 0x000055d0c1a3b0c8 main (shop + 0x210c8)\n    #1 0x000055d0c1a3b0d8 start (shop + 0x210d8)\n"
    let text = "\(title)\n\(stack)\n\(title.replacing("41", with: "42").replacing("0 Crashed", with: "1"))\n\(stack)"
    let report = try ReportDocument(reading: Array(text.utf8)).reports[0]
    #expect(report.threads.count == 2 && report.kind != .hang)
  }

  @Test func linesOfCallStackSymbols() throws {
    let report = try report(
      "0   Foundation   0x0000000180a79abc _f + 88\n1   My App               0x00000001025a0758 My App + 231256\n2   ???   0x0000000109 0x0 + 265\n"
    )
    #expect(report.frames.map(\.index) == [0, 1, 2])
    #expect(report.frames.allSatisfy { $0.kind == .returnAddress })
    #expect(report.frames[0].reported == ReportedSymbol(symbol: "_f", offset: 88))
    #expect(report.frames[1].image.map { report.images[$0].name } == "My App")
    #expect(report.images.first { $0.name == "My App" }?.loadAddress == RuntimeAddress(0x1025a_0758 - 231_256))
    #expect(report.frames[2].image == nil)
  }

  @Test func theImagesUUIDInTheColumnOfTheSymbol() throws {
    let line = "CoreFoundation   0x00000001835df228 7821F73C-378B-3A10-BE90-EF526B7DBA93 + 1155624"
    let report = try report("0   \(line)\n1   \(line)\n")
    #expect(report.images.map { $0.id?.description } == ["7821F73C-378B-3A10-BE90-EF526B7DBA93"])
    #expect(report.images[0].loadAddress == RuntimeAddress(0x1_835d_f228 - 1_155_624))
    #expect(report.frames[0].reported == nil)
  }

  @Test func aBareListOfAddresses() throws {
    let report = try report("*** First throw call stack:\n(0x1835b3d8c 0x18276d5ec 0x1000e4010)\nlibc++abi: terminating\n")
    #expect(report.frames.map { $0.address?.value } == [0x1_835b_3d8c, 0x1_8276_d5ec, 0x1_000e_4010])
    #expect(report.backtraces.map { $0.list != nil } == [true])
  }

  @Test func whatLoggersWriteBeforeFrames() throws {
    let report = try report(
      "Nov 20 11:43:03 host app[12]: 0   Shop   0x0000000102f10d14 main + 3\nNov 20 11:43:03 host app[12]: 1   Shop   0x0000000102f10d18 start + 7\n"
    )
    #expect(report.frames.map(\.index) == [0, 1])
    #expect(report.images.map(\.name) == ["Shop"])
  }

  @Test func dumpsOfOtherThreadsBeginWithAnExactAddress() throws {
    let report = try report(
      "Backtrace of Thread 771:\n====\nlibsystem_kernel.dylib   0x10b3d9a1a mach_msg_trap + 10\nShop   0x102f10fd4 run + 320\n")
    #expect(report.threads.map(\.index) == [771])
    #expect(report.frames.map(\.kind) == [.exact, .returnAddress])
  }

  @Test func framesWithoutAnAddress() throws {
    let report = try report("3   Shop    main + 24\n4   My App\tstart + 60\n")
    #expect(report.frames.map { $0.address == nil } == [true, true])
    #expect(report.frames.map { $0.reported?.symbol } == ["main", "start"])
    #expect(report.images.map(\.name) == ["Shop", "My App"])
  }

  @Test func umengsServiceTellsImageUUIDAndLoadAddressAfterTheFrames() throws {
    let report = try report(
      """
      Application received signal SIGSEGV
      (null)
      ((
        0  CoreFoundation                 0x00000001823b0f60 <redacted> + 148
        3  DemoApp                        0x100b32844        handler (in DemoApp) + 128
      )

      dSYM UUID: E5B0A378-6816-3D90-86FD-2AEF15894A85
      CPU Type: arm64
      Slide Address: 0x0000000100000000
      Binary Image: DemoApp
      Base Address: 0x00000001000e4000

      """)
    let app = try #require(report.images.first { $0.name == "DemoApp" })
    #expect(app.id?.description == "E5B0A378-6816-3D90-86FD-2AEF15894A85")
    #expect(app.loadAddress == RuntimeAddress(0x1_000e_4000))
    #expect(report.exception?.signal == "SIGSEGV")
  }

  @Test func stacksThatLinuxProgramsPrintOfThemselves() throws {
    let report = try report(
      """
      /srv/shop(main+0x1f) [0x55d0c1a3b0c8]
      ./shop(+0x123e) [0x55d0c1a3b23e]
      #2 0x000055d0c1a3b0c8 shop::run(int) (/srv/shop+0x210c8)
      #3  0x00007f30b8c2724a n/a (libc.so.6 + 0x2724a)
      #4 0x55d0c1a3b0c8 in main (/srv/shop+0x210c8) (BuildId: b1ebd7218abbe81605bcee19543a2271b3add24f)
      """)
    #expect(report.frames.count == 5)
    #expect(report.frames[0].reported == ReportedSymbol(symbol: "main", offset: 31))
    #expect(report.images.first?.path == "/srv/shop")
    #expect(report.images.contains { $0.id?.hex == "b1ebd7218abbe81605bcee19543a2271b3add24f" })
  }

  @Test func stringsOfJSONInsideJSONAndAroundThemNothingChanges() throws {
    let bytes = try FixtureFolder.bytes("Reports/console/events/events.json")
    let document = try ReportDocument(reading: bytes)
    #expect(document.reports.map(\.backtraces.count) == [3])
    let answers = document.reports.map { SymbolicatedReport(report: $0, resolutions: [], imageStatuses: [], path: "") }
    #expect(document.filled(with: answers) { _, _ in nil } == bytes)
    let filled = document.filled(with: answers) { _, frame in
      document.reports[0].frames[frame].index == 2 ? ["a \"b\" \\", "c"] : nil
    }
    let text = String(decoding: filled, as: UTF8.self)
    #expect(text.contains(#"0x0000000102f10d14 a \"b\" \\\n\t2   Shop                                0x0000000102f10d14 c\n"#))
    #expect(text.contains(#""2   Shop                                0x0000000102f10c80 a \"b\" \\","2   Shop "#))
    #expect(text.contains(#"a \\\"b\\\" \\\\\\n\\t2   Shop"#))
  }

  @Test(arguments: [
    "5 items at 0x7fff12 kept + 3\nend\n", "x8 0x00000001f9a1c898  03 0a 00 00\nx9 0x0000000000004003  16387\n",
    "function (in App) (file.cc:12)\nworker (in libnode.dylib) (threadpool.c:76)\n", "a + 12\nb + 13\n",
    #"{ "timestamp": "2025", "kind": "crashReport", "content": "no", "backtraceTime": 0.3 } and more"#,
  ])
  func whatIsNoCallStackIsNone(text: String) {
    #expect(throws: ReportError.self) { try ReportDocument(reading: Array(text.utf8)) }
  }

  @Test func linesOfSampleWithoutItsTitles() throws {
    let text = "    + !     2189 ???  (in Slack)  load address 0x1052bd000 + 0x3f8e36  [0x1056b5e36]\n"
    let report = try ReportDocument(reading: Array(text.utf8)).reports[0]
    #expect(report.kind == .sample && report.frames.count == 1)
  }

  @Test func everyPrefixIsReadOrIsNoReport() throws {
    for name in ["console/first-throw/console.log", "console/monitor/lag.txt", "swift-backtrace/text/server.log"] {
      let bytes = try FixtureFolder.bytes("Reports/" + name)
      for cut in stride(from: 0, to: bytes.count, by: 3) {
        guard let document = try? ReportDocument(reading: Array(bytes[..<cut])) else { continue }
        #expect(document.reports.allSatisfy { $0.frames.allSatisfy { $0.sourceRange.upperBound <= cut } })
      }
    }
  }
}

/// The reasons of React Native's exceptions, which hold a stack of JavaScript.
@Suite struct JavaScriptReasonTests {
  private static let reason = """
    Unhandled JS Exception: undefined is not an object (evaluating 't.items'), stack:
    n@397:171724
    <unknown>@12:33
    forEach@[native code]
    """
  private static let line =
    "*** Terminating app due to uncaught exception 'RCTFatalException: no 't'', reason: '" + reason + "\n'"

  @Test func onAConsole() throws {
    let text =
      "2026-11-20 Shop[3608] " + Self.line
      + "\n*** First throw call stack:\n(\n\t0   Shop      0x0000000102f10d14 main + 136\n\t1   dyld   0x0000000102f10d18 start + 4\n)\n"
    let report = try #require(try ReportDocument(reading: Array(text.utf8)).reports.first)
    #expect(report.exception?.name == "RCTFatalException: no 't'" && report.exception?.reason == Self.reason)
    #expect(report.frames.map { $0.reported?.symbol } == ["main", "start", "n", nil, "forEach"])
    #expect(report.frames.map { $0.script?.column } == [nil, nil, 171724, 33, nil])
    #expect(report.backtraces.map(\.kind) == [.callStack, .script])
  }

  @Test func inAReport() throws {
    let text =
      "Process: Shop [1]\nIdentifier: com.example.shop\nOS Version: iPhone OS 17.1 (21B74)\n\n"
      + "Application Specific Information:\n\(Self.line)\nterminating with uncaught exception\n\n"
      + "Thread 0 Crashed:\n0   Shop      0x0000000102f10d14 0x102f10000 + 136\n"
    let report = try #require(try ReportDocument(reading: Array(text.utf8)).reports.first)
    #expect(report.exception?.name == "RCTFatalException: no 't'" && report.exception?.reason == Self.reason)
    #expect(report.frames.map(\.kind.rawValue) == ["return", "js", "js", "js"] && report.backtraces.map(\.frames) == [1..<4])
  }

  @Test(arguments: [
    ("'A', reason: 'it's \"7\"'", "A", "it's \"7\""), ("'A', reason: 'x' ", "A", "x"), ("'A', reason: 'open", "A", "open"),
  ])
  func ofOneLine(_ text: String, _ name: String, _ reason: String) {
    let found = UncaughtExceptionText.parse("*** Terminating app due to uncaught exception " + text)
    #expect(found?.name == name && found?.reason == reason)
  }
}
