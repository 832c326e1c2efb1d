import CrashModel
import SymbolModel
import Testing

@testable import Reports

/// What the lines above call stacks in text say about the process and its end.
@Suite struct ConsoleContextTests {
  private func report(_ text: String) throws -> CrashReport {
    let document = try ReportDocument(reading: Array(text.utf8))
    #expect(document.format == .console && document.reports.count == 1)
    return document.reports[0]
  }

  private static let exception =
    "*** Terminating app due to uncaught exception 'Shop', reason: 'none'\n*** First throw call stack:\n"
  private static let stack = "(\n\t0   Kiosk   0x0000000102f10d14 main + 60\n\t1   dyld   0x000000018d9ea264 start + 2104\n)\n"

  @Test(
    arguments: [
      ("2026-11-20 11:43:03.129 My Kiosk[3608:51707] ", "My Kiosk", 3608, "2026-11-20 11:43:03.129"),
      ("2026-11-20 11:43:03.129123+0100 Kiosk[3608:c0ffee] [General] ", "Kiosk", 3608, "2026-11-20 11:43:03.129123+0100"),
      ("2026-11-20T10:43:03Z stdout F 2026-11-20 11:43:03.129 Kiosk[3608:1] ", "Kiosk", 3608, "2026-11-20 11:43:03.129"),
      ("Nov 20 11:43:03 phone Kiosk(CoreFoundation)[3608] <Error>: ", "Kiosk", 3608, nil),
      ("2026-11-20 11:43:03.129+0100  localhost Kiosk[3608]: (CoreFoundation) ", "Kiosk", 3608, "2026-11-20 11:43:03.129+0100"),
      ("[3608] ", nil, nil, nil), ("list[index] ", nil, nil, nil), ("", nil, nil, nil),
    ] as [(String, String?, Int?, String?)])
  func theStartOfTheLineOfAnExceptionNamesTheProcess(prefix: String, name: String?, pid: Int?, time: String?) throws {
    let report = try report(prefix + Self.exception + Self.stack)
    #expect(report.process.name == name && report.process.pid == pid && report.time == time)
    #expect(report.exception?.name == "Shop" && report.kind == .crash)
  }

  @Test(arguments: [
    ("*** First throw call stack:\n" + stack, ReportKind.crash), ("call stack:\n" + stack, .other),
    ("Thread 0 Crashed:\n0   Kiosk   0x0000000102f10d14 main + 60\n", .crash),
    (
      "Stack dump:\n0.\tProgram arguments: clang -c a.c\n#0 0x01 f (/usr/bin/clang+0x1)\n#1 0x02 g (/usr/bin/clang+0x2)\n", .crash
    ),
  ]) func theKindIsThatOfTheText(text: String, kind: ReportKind) throws {
    #expect(try report(text).kind == kind)
  }

  @Test func llvmsToolsNameThemselves() throws {
    let text =
      "Stack dump:\n0.\tProgram arguments: /opt/bin/swift-frontend -c a.swift\n1.\tCompiling\n #0 0x01 f (/opt/bin/x+0x1)\n"
    let report = try report(text + " #1 0x02 g (/opt/bin/x+0x2)\n")
    #expect(report.process.name == "swift-frontend" && report.process.path == "/opt/bin/swift-frontend")
  }

  // MARK: Sanitizers

  private static let useAfterFree = """
    =================================================================
    ==26391==ERROR: AddressSanitizer: heap-use-after-free on address 0x7b436bbe0058 at pc 0x55be97f619c0 bp 0x7ffc sp 0x7ffc
    READ of size 4 at 0x7b436bbe0058 thread T0
        #0 0x55be97f619bf  (/srv/kiosk+0x1289bf)
        #1 0x7f036c965249 in __libc_start_call_main csu/../sysdeps/nptl/libc_start_call_main.h:58:16

    0x7b436bbe0058 is located 8 bytes inside of 40-byte region [0x7b436bbe0050,0x7b436bbe0078)
    freed by thread T0 here:
        #0 0x55be97f1f586  (/srv/kiosk+0xe6586)
        #1 0x55be97f60a24  (/srv/kiosk+0x127a24)

    SUMMARY: AddressSanitizer: heap-use-after-free (/srv/kiosk+0x1289bf)

    """

  /// Sanitizers print the addresses of calls, and no image for a function whose source they know.
  @Test func aSanitizersError() throws {
    let report = try report(Self.useAfterFree)
    let exception = try #require(report.exception)
    #expect(exception.type == "AddressSanitizer" && exception.name == "heap-use-after-free" && report.process.pid == 26391)
    #expect(exception.faultAddress == RuntimeAddress(0x7b43_6bbe_0058) && exception.reason?.hasSuffix("sp 0x7ffc") == true)
    #expect(report.backtraces.map(\.heading) == ["READ of size 4 at 0x7b436bbe0058 thread T0", "freed by thread T0 here"])
    #expect(report.frames.allSatisfy { $0.kind == .exact } && report.frames[1].image == nil)
    #expect(report.kind == .crash)
  }

  @Test func theAccessIsReadAboveALineOfAnotherWriter() throws {
    let access = "READ of size 4 at 0x7b436bbe0058 thread T0"
    let report = try report(
      Self.useAfterFree.replacing("thread T0\n", with: "thread T0\n12:00:01 queue: 2 of size 8\n", maxReplacements: 1))
    #expect(report.backtraces.map(\.heading) == [access, "freed by thread T0 here"])
  }

  @Test(
    arguments: [
      ("==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000008 (pc 0x55 T0)", nil, "SIGSEGV", 8, ReportKind.crash),
      ("==1==ERROR: AddressSanitizer: attempting double-free on 0x10 in thread T0:", "double-free", nil, 16, .crash),
      ("==1==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0x10", "bad-free", nil, nil, .crash),
      ("==1==ERROR: LeakSanitizer: detected memory leaks", "memory leaks", nil, nil, .leak),
      ("WARNING: ThreadSanitizer: data race (pid=1)", "data race", nil, nil, .crash),
      ("a.cpp:20:62: runtime error: signed integer overflow: 3 + 4", "signed integer overflow", nil, nil, .crash),
      (
        "2026-11-20T10:43:03Z stderr F ==1==ERROR: AddressSanitizer: stack-overflow on address 0x10", "stack-overflow", nil, 16,
        .crash
      ),
      ("panic: runtime error: index out of range", nil, nil, nil, .other),
    ] as [(String, String?, String?, UInt64?, ReportKind)])
  func errorsOfSanitizers(line: String, name: String?, signal: String?, address: UInt64?, kind: ReportKind) throws {
    let report = try report(line + "\n    #0 0x55d0c1a3 in f /a/b.c:1:2\n    #1 0x55d0c1a4 in g /a/b.c:3:4\n")
    #expect(report.exception?.name == name && report.exception?.signal == signal && report.kind == kind)
    #expect(report.exception?.faultAddress?.value == address)
  }

  // MARK: Debuggers and scripts

  @Test func aSessionOfGdb() throws {
    let report = try report(
      """
      Program received signal SIGSEGV, Segmentation fault.
      0x0000555555556206 in Cart::price (this=0x7fffffffe690, i=2) at uaf.cpp:7
      #0  0x0000555555556206 in Cart::price (this=0x7fffffffe690, i=2) at uaf.cpp:7
      #1  0x0000555555555beb in Cart::operator() (this=0x7ffe) at uaf.cpp:10
      #2  0x0000555555555c97 in main () at uaf.cpp:15

      """)
    #expect(report.exception?.signal == "SIGSEGV" && report.kind == .crash)
    #expect(report.frames.suffix(3).map { $0.reported?.symbol } == ["Cart::price", "Cart::operator()", "main"])
  }

  @Test func theErrorAboveAStackOfHermes() throws {
    let tag = "11-20 10:43:02.126  4711  4742 E ReactNativeJS: "
    let lines = [
      "TypeError: Cannot read property 'amount' of undefined", "", "    at f (address at index.android.bundle:1:6249)",
    ]
    let report = try report(lines.map { tag + $0 + "\n" }.joined())
    #expect(report.exception?.name == "TypeError" && report.exception?.reason == "Cannot read property 'amount' of undefined")
  }

  // MARK: Lines

  @Test func linesOfBacktraceSymbolsFdWithoutABlank() throws {
    let report = try report(
      "./kiosk(+0x1e6f)[0x5600764f5e6f]\n./kiosk(_ZN4Cart5priceEi+0x16)[0x5600764f6206]\n/lib/libc.so.6(f+0x85)[0x7fa5bfa45305]\n"
    )
    #expect(report.frames.map { $0.address?.value } == [0x5600_764f_5e6f, 0x5600_764f_6206, 0x7fa5_bfa4_5305])
    #expect(report.frames.map { $0.reported?.symbol } == [nil, "_ZN4Cart5priceEi", "f"])
    #expect(report.images.map(\.name) == ["kiosk", "libc.so.6"])
  }

  @Test func measuresLinesWithoutAZeroBeforeTheNumberAndAddressesOutsideOfImages() throws {
    let report = try report(
      """
      Thread 0 Crashed:
        0   libsystem_c.dylib             1800fd000   00000001801704ec + 472300
        1   Kiosk                         102770000   uncaught_exception_handler   (PLCrashReporter.m:361)
        2   Kiosk                         102770000   static AppDelegate.$main()   (<compiler-generated>)
        3   ???                           0   000000010442d410 + 0
        4   ???                              00000001026c93d0 + 0

      """)
    #expect(report.images.map(\.name) == ["libsystem_c.dylib", "Kiosk"])
    #expect(report.frames.map { $0.address?.value } == [0x1_8017_04ec, nil, nil, 0x1_0442_d410, 0x1_026c_93d0])
    #expect(report.frames.map { $0.reported?.symbol }[1...2] == ["uncaught_exception_handler", "static AppDelegate.$main()"])
    #expect(report.frames.map { $0.reported?.file } == [nil, "PLCrashReporter.m", "<compiler-generated>", nil, nil])
  }

  @Test func anImageItsUUIDAndTheOffsetInIt() throws {
    let report = try report(
      "Kiosk(6527276E-A3D1-30FB-BA68-ACA33324D618) +933484\n    My App(189FE480-5D5B-3B89-9289-58BC88624420) +68312\n")
    #expect(report.images.map(\.name) == ["Kiosk", "My App"] && report.images.allSatisfy { $0.id != nil })
    #expect(report.frames.map { $0.imageOffset?.value } == [933_484, 68_312])
    let named = "Kiosk(6527276E-A3D1-30FB-BA68-ACA33324D618) +933484 pay(_:) + 12 (Pay.swift:3)\n"
    let again = try self.report(named + named)
    #expect(again.frames.map { $0.imageOffset?.value } == [933_484, 933_484])
    #expect(again.frames[0].reported == ReportedSymbol(symbol: "pay(_:)", offset: 12, file: "Pay.swift", line: 3))
  }

  @Test func theAnswerOfAtosBeforeTheOffsetInTheImage() throws {
    let line = "   0x00000001025a0758 main (in Kiosk) (MyFile.swift:1) + 231256\n"
    let report = try report("0   Kiosk" + line + "1   Kiosk" + line)
    #expect(report.frames[0].reported == ReportedSymbol(symbol: "main", file: "MyFile.swift", line: 1))
    #expect(report.images[0].loadAddress == RuntimeAddress(0x1_0256_8000))
  }
}
