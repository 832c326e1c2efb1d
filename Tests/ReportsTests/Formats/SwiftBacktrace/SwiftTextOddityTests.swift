import CrashModel
import SymbolModel
import Testing

@testable import Reports

/// What the text of Swift's backtraces may look like, beside the usual.
@Suite struct SwiftTextOddityTests {
  private static let images = """
    Images (2 omitted):

    0x000055d0c4a1f000\u{2013}0x000055d0c4a23088 abf3bf33e5ef637a37c537cbdcdcc2bcaf747ece shop      /srv/shop/bin/shop
    0x00007f30b8c00000\u{2013}0x00007f30b8dd1000 <no build ID>                            libc.so.6 /usr/lib/libc.so.6

    Backtrace took 0.04s

    """

  private func report(_ frames: String, head: String = "*** Program crashed: Illegal instruction at 0x000055d0c4a20488 ***\n\n")
    throws -> CrashReport
  {
    let text = head + "Thread 0 \"oot.default-qos\" crashed:\n\n" + frames + "\n\n" + Self.images
    let document = try ReportDocument(reading: Array(text.utf8))
    #expect(document.format == .swiftBacktrace && document.reports.count == 1)
    return document.reports[0]
  }

  @Test func theProcessIsTheProgramWhicheverThreadCrashed() throws {
    let text = """
      *** Program crashed: Bad pointer dereference at 0x0000000000000000 ***

      Thread 7 "NIO-ELT-0-#7" crashed:

      0      0x000065506c44960e swift_release + 30 in issueServer
      1 [ra] 0x000065506c43ceea swift_arrayDestroy + 137 in issueServer
      2 [ra] 0x00007f30b8c00100 start_thread + 7 in libc.so.6

      """
    let reports = try ReportDocument(reading: Array(text.utf8)).reports
    #expect(reports.map { $0.process.name } == ["issueServer"])
  }

  /// Every part after the address may be missing.
  @Test(
    arguments: [
      ("0x000055d0c4a20488", nil, nil, nil, nil), ("0x000055d0c4a20488 main", "main", nil, nil, nil),
      ("0x000055d0c4a20488 main + 13", "main", 13, nil, nil), ("0x000055d0c4a20488 main + 13 in shop", "main", 13, nil, nil),
      ("0x000055d0c4a20488 <unknown> in shop", nil, nil, nil, nil), ("0x000055d0c4a20488 in shop", nil, nil, nil, nil),
      ("0x000055d0c4a20488 main + 13 in shop at /src/my app/main.swift:3:5", "main", 13, "/src/my app/main.swift", 3),
      ("0x000055d0c4a20488 main + 13 in shop at /src/main.swift:3", "main", 13, "/src/main.swift", 3),
      (
        "0x000055d0c4a20488 closure #1 in f() + 13 in shop at //<compiler-generated>", "closure #1 in f()", 13,
        "//<compiler-generated>", nil
      ),
    ] as [(String, String?, UInt64?, String?, UInt32?)])
  func partsOfAFrame(line: String, symbol: String?, offset: UInt64?, file: String?, number: UInt32?) throws {
    let frame = try report("0 [system] " + line).frames[0]
    #expect(frame.address?.value == 0x55d0_c4a2_0488 && frame.image == 0 && frame.kind == .exact)
    #expect(frame.reported?.symbol == symbol && frame.reported?.offset == offset)
    #expect(frame.reported?.file == file && frame.reported?.line == number)
  }

  @Test(arguments: [
    ("[ra]", Frame.Kind.returnAddress), ("[ra] [thunk] [system]", .returnAddress), ("[async]", .asyncResume),
    ("[async] [system]", .asyncResume), ("", .exact),
  ])
  func marksOfAFrame(marks: String, kind: Frame.Kind) throws {
    #expect(try report("0 \(marks) 0x000055d0c4a20488 f() + 3 in shop").frames.map(\.kind) == [kind])
  }

  @Test func severalRegistersOnOneLine() throws {
    let report = try report(
      "0 0x000055d0c4a20488 main\n\nRegisters:\n\nrax 0x0000000000000006  6\n\ncs 0x0033  fs 0x0053  gs 0x002b")
    #expect(report.threads[0].registers.map(\.name) == ["rax", "cs", "fs", "gs"])
    #expect(report.threads[0].registers.map(\.value) == [6, 0x33, 0x53, 0x2b])
  }

  @Test func registersMayHoldTheCharactersOfFrames() throws {
    let report = try report(
      """
      0 0x000055d0c4a20488 main + 13 in shop at /src/main.swift:3:5
      ...

      Registers:

      rax 0x00000000240f2b27  30 20 30 78 31 20 66 20  0 0x1 f in shop at /a.swift:1
      rip 0x000055d0c4a20488  94355473007752
      """)
    #expect(report.frames.map(\.kind) == [.exact, .truncated])
    #expect(report.threads[0].registers.map(\.name) == ["rax", "rip"])
    #expect(report.threads[0].registers.map(\.value) == [0x240f_2b27, 0x55d0_c4a2_0488])
    #expect(report.threads[0].name == "oot.default-qos")
    #expect(report.images.map { $0.id?.bytes.count } == [20, nil] && report.images[0].size == 0x4088)
  }

  @Test(
    arguments: [
      (
        "*** Signal 11: Backtracing from 0x55d0c4a20488... done ***\n\n*** Program crashed: Bad pointer dereference at 0x8 ***\n\n",
        "Bad pointer dereference", nil, 8
      ),
      ("*** Swift runtime failure: arithmetic overflow ***\n\n", "arithmetic overflow", nil, nil),
      (
        "shop/main.swift:3: Fatal error: no stock\n\n*** Program crashed: Illegal instruction at 0x55d0c4a20488 ***\n\n",
        "Illegal instruction", "no stock", 0x55d0_c4a2_0488
      ),
      (
        "\r\u{1b}[0K\u{1F4A3} \u{1b}[91mProgram crashed: Bad pointer dereference at 0x8\u{1b}[39m\n\n", "Bad pointer dereference",
        nil, 8
      ),
      (
        "*** Exception c0000005: Backtracing from 0x7ff715ac1464... done ***\n\n*** Program crashed: Access violation at 0x6 ***\n\n",
        "Access violation", nil, 6
      ),
    ] as [(String, String, String?, UInt64?)])
  func whatIsSaidOfTheCrash(head: String, type: String, reason: String?, address: UInt64?) throws {
    let report = try report("0 0x000055d0c4a20488 main + 13 in shop", head: head)
    #expect(report.exception?.type == type && report.exception?.reason == reason)
    #expect(report.exception?.faultAddress?.value == address)
    #expect(report.kind == .crash && report.threads.map(\.crashed) == [true])
  }

  @Test func windowsHasOtherIDsAndPaths() throws {
    let text = """
      *** Program crashed: Access violation at 0x0000000000000006 ***

      Platform: x86_64 Windows 11.0 build 26200

      Thread 0 crashed:

      0      0x00007ff715ac1464 level4() + 388 in crashMe.exe at S:\\src\\crashMe.swift:16
      1 [ra] 0x00007ffd4f50e8d7 <unknown> in KERNEL32.DLL

      Images (23 omitted):

      0x00007ff715ac0000\u{2013}0x00007ff715ac2600 8a15f8d333aeebaa4c4c44205044422e01000000 crashMe.exe  S:\\src\\crashMe.exe
      0x00007ffd4f4e0000\u{2013}0x00007ffd4f567000 de45b7f7697a1bef7c8be0c4fded10a101000000 KERNEL32.DLL C:\\windows\\System32\\KERNEL32.DLL

      """
    let report = try ReportDocument(reading: Array(text.utf8)).reports[0]
    #expect(report.system.name == "Windows" && report.system.version == "11.0" && report.system.build == "26200")
    #expect(report.images.map { $0.id?.bytes.count } == [20, 20])
    #expect(report.images.map(\.name) == ["crashMe.exe", "KERNEL32.DLL"] && report.images.map(\.inApp) == [true, false])
    #expect(report.frames[0].reported?.file == "S:\\src\\crashMe.swift" && report.frames[0].reported?.line == 16)
    #expect(report.frames.map(\.image) == [0, 1])
  }
}
