import CrashModel
import SymbolModel
import Testing

@testable import Reports

/// A small report to put frames into.
enum SmallReport {
  /// A report with one crashed thread of these frame lines, an image list, and line ends of one kind.
  static func text(frames: [String], before: [String] = [], images: [String] = images, lineEnd: String = "\n") -> [UInt8] {
    let lines =
      [
        "Incident Identifier: 00000000-1111-2222-3333-444444444444", "Hardware Model:      iPhone14,5",
        "Process:             Shop [360]",
        "Path:                /private/var/containers/Bundle/Application/0/Shop.app/Shop",
        "Identifier:          com.example.shop",
        "Version:             1187 (4.2.0)", "Code Type:           ARM-64 (Native)", "",
        "Date/Time:           2026-11-20 03:12:44.1 +0100",
        "OS Version:          iPhone OS 14.2 (18B92)", "Report Version:      104", "",
        "Exception Type:  EXC_BAD_ACCESS (SIGSEGV)", "Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000010",
        "Termination Reason: Namespace SIGNAL, Code 0xb", "Triggered by Thread:  0", "",
      ] + before + ["Thread 0 name:  Dispatch queue: com.apple.main-thread", "Thread 0 Crashed:"] + frames
      + [
        "", "Thread 0 crashed with ARM Thread State (64-bit):", "    x0: 0x0000000000000001   pc: 0x0000000104a3c5f8", "",
        "Binary Images:",
      ]
      + images + [""]
    return Array(lines.map { $0 + lineEnd }.joined().utf8)
  }

  /// Its images.
  static let images = [
    "0x104a38000 - 0x104a43fff Shop arm64  <7f1c0a528e6b3b5e9c0b0a4f2e6d1c11> /private/var/containers/Bundle/Application/0/Shop.app/Shop",
    "0x183500000 - 0x183ffffff UIKitCore arm64e  <91aa4c0e8e6b3b5e9c0b0a4f2e6d1c12> /System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore",
  ]

  /// The only report of a text.
  static func read(frames: [String], before: [String] = [], images: [String] = images) throws -> CrashReport {
    try #require(AppleTextReader.read(text(frames: frames, before: before, images: images)).first)
  }
}

struct AppleTextReaderTests {
  /// Frame lines and the symbol, offset, file and line that they state.
  static let wordings: [(String, ReportedSymbol?)] = [
    ("0   Shop  0x0000000104a3c5f8 0x104a38000 + 17912", nil),
    ("0   Shop  0x0000000104a3c5f8 Shop + 17912", nil),
    ("0   Shop  0x0000000104a3c5f8 0x104a38000 + 0x45f8\t// 0x00020d58 + 0x80", nil),
    ("0   Shop  0x0000000104a3c5f8 <redacted> + 52", nil),
    ("0   Shop  0x0000000104a3c5f8 _mh_execute_header + 17912", nil),
    ("0   ???   0x0000000104a3c5f8 ???", nil),
    ("0   ???   0x00007ff812345678 0 + 140734978612730", nil),
    ("0   Shop  0x0000000104a3c5f8", nil),
    ("0   Shop  0x0000000104a3c5f8 7821F73C-378B-3A10-B0A1-0123456789AB + 1155624", nil),
    ("0   Shop  0x0000000104a3c5f8 start + 4", ReportedSymbol(symbol: "start", offset: 4)),
    (
      "0   Shop  0x0000000104a3c5f8 -[Cart(Sum) add: to:] + 12 (Cart.m:7)",
      ReportedSymbol(symbol: "-[Cart(Sum) add: to:]", offset: 12, file: "Cart.m", line: 7)
    ),
    ("0   Shop  0x0000000104a3c5f8 main (main.swift:1477)", ReportedSymbol(symbol: "main", file: "main.swift", line: 1477)),
    ("0   Shop  0x0000000104a3c5f8 main (in Shop) (main.m:57)", ReportedSymbol(symbol: "main", file: "main.m", line: 57)),
    ("0   Shop  0x0000000104a3c5f8 main (in Shop) + 33", ReportedSymbol(symbol: "main", offset: 33)),
    ("0   Shop  0x0000000104a3c5f8 main + 9  main.m:0", ReportedSymbol(symbol: "main", offset: 9, file: "main.m")),
    ("0   Shop  0x0000000104a3c5f8 0x104a38000 + 17912 (main + 52)", ReportedSymbol(symbol: "main", offset: 52)),
    (
      "0   Shop  0x0000000104a3c5f8 operator+(A const&, B) + 3", ReportedSymbol(symbol: "operator+(A const&, B)", offset: 3)
    ),
    (
      "0   Shop  0x0000000104a3c5f8 a(_:) + 3 (<compiler-generated>)",
      ReportedSymbol(symbol: "a(_:)", offset: 3, file: "<compiler-generated>")
    ),
    (
      "0   Shop  0x0000000104a3c5f8 a + 3 (A.swift:4, approximate) [mismatch]",
      ReportedSymbol(symbol: "a", offset: 3, file: "A.swift", line: 4)
    ),
    ("0   Shop  0x0000000104a3c5f8 std::vector&lt;int&gt;::at + 3", ReportedSymbol(symbol: "std::vector<int>::at", offset: 3)),
  ]

  @Test(arguments: wordings.indices) func frameTextsAreReadFromTheRight(_ row: Int) throws {
    let (line, wanted) = Self.wordings[row]
    let report = try SmallReport.read(frames: [line])
    #expect(report.frames.map(\.reported) == [wanted])
  }

  /// Frame lines, and the index, image name and address in them.
  static let columns: [(String, Int, String?, UInt64)] = [
    ("0   App Namespace                 \t0x00000001f04a3c5f no + 1", 0, "App Namespace", 0x1_f04a_3c5f),
    (
      "513 perivalebluebell.com.icdab-rosetta-thread\t0x1f04a3c5f no + 1", 513, "perivalebluebell.com.icdab-rosetta-thread",
      0x1_f04a_3c5f
    ),
    ("12\u{A0} ...reUpdate.UpdateBrainService\u{A0}0x1f04a3c5f no + 1", 12, "...reUpdate.UpdateBrainService", 0x1_f04a_3c5f),
    ("3   Snapchat (*)                  \t       0x1f04a3c5f no + 1", 3, "Snapchat (*)", 0x1_f04a_3c5f),
    ("3   0x1f04a3c5f no + 1", 3, "", 0x1_f04a_3c5f),
  ]

  @Test(arguments: columns.indices) func columnsAreFoundByTheAddress(_ row: Int) throws {
    let (line, index, name, address) = Self.columns[row]
    let frame = try #require(try SmallReport.read(frames: [line]).frames.first)
    #expect(frame.index == index)
    #expect(frame.imageName == (name == "" ? nil : name))
    #expect(frame.address == RuntimeAddress(address))
  }

  @Test func theHeaderIsRead() throws {
    let report = try SmallReport.read(frames: ["0   Shop  0x0000000104a3c5f8 0x104a38000 + 17912"])
    #expect(report.process.name == "Shop" && report.process.pid == 360 && report.process.bundleID == "com.example.shop")
    #expect(report.process.version == "4.2.0" && report.process.build == "1187")
    #expect(report.system.name == "iPhone OS" && report.system.version == "14.2" && report.system.build == "18B92")
    #expect(report.device.model == "iPhone14,5" && report.device.cpuType == "ARM-64 (Native)")
    #expect(report.exception?.type == "EXC_BAD_ACCESS" && report.exception?.signal == "SIGSEGV")
    #expect(report.exception?.faultAddress?.value == 0x10)
    #expect(report.termination?.namespace == "SIGNAL" && report.termination?.code == "0xb")
    #expect(report.kind == .crash)
    let thread = try #require(report.threads.first)
    #expect(thread.crashed && thread.queue == "com.apple.main-thread" && thread.name == nil)
    #expect(thread.registers == [Register(name: "x0", value: 1), Register(name: "pc", value: 0x1_04a3_c5f8)])
  }

  /// Thread header lines with the name, queue and crash mark in them.
  static let headers: [(String, String?, String?, Bool)] = [
    ("Thread 3:", nil, nil, false), ("Thread 3 Crashed:", nil, nil, true), ("Thread 3 Highlighted:", nil, nil, true),
    ("Thread 3:: worker", "worker", nil, false), ("Thread 3 Crashed:: Dispatch queue: q.main", nil, "q.main", true),
    ("Thread 3::  Dispatch queue: q.main", nil, "q.main", false),
    ("Thread 3 Crashed:: Main Loop Dispatch queue: q.main", "Main Loop", "q.main", true),
    ("Thread 3 Crashed: Test Thread Name", "Test Thread Name", nil, true),
  ]

  @Test(arguments: headers.indices) func threadHeadersOfAllForms(_ row: Int) throws {
    let (line, name, queue, crashed) = Self.headers[row]
    let text = line + "\n0   Shop  0x0000000104a3c5f8 0x104a38000 + 17912\n\nThread 4:\n\nThread 5:\n"
    let report = try #require(AppleTextReader.read(Array(text.utf8)).first)
    #expect(report.threads.map(\.index) == [3, 4, 5])
    #expect(report.threads.map(\.frames.count) == [1, 0, 0])
    let thread = try #require(report.threads.first)
    #expect(thread.name == name && thread.queue == queue && thread.crashed == crashed)
  }

  @Test func imagesOfAllForms() throws {
    let report = try SmallReport.read(
      frames: ["0   Shop  0x0000000104a3c5f8 0x104a38000 + 17912"],
      images: [
        "       0x104a38000 -        0x104a43fff +com.example.Shop (4.2 - 118) <7F1C0A52-8E6B-3B5E-9C0B-0A4F2E6D1C11> /Applications/Shop.app/Contents/MacOS/Shop",
        "0x105000000 - 0x105000fff App Namespace arm64  <91aa4c0e8e6b3b5e9c0b0a4f2e6d1c12> /private/var/x/App Namespace Some.app/App Namespace",
        "0x106000000 -                ???  com.apple.CoreFoundation 6.9 (1863) <F8E45EF9-9FD2-3331-BB1B-703D5DACDAF1>  /System/Library/Frameworks/CoreFoundation.framework/CoreFoundation",
        "0x107000000 -                ???  ???     <11111111-9FD2-3331-BB1B-703D5DACDAF1>",
        "0x0 - 0xffffffffffffffff ??? (*) <00000000-0000-0000-0000-000000000000> ???",
        "0x7fff9ef88000 - 0x7fff9ef89fff libsystem_s",
      ])
    let images = report.images
    #expect(images.map(\.name) == ["Shop", "App Namespace", "CoreFoundation", nil, nil, "libsystem_s"])
    #expect(images.map(\.version) == ["4.2 - 118", nil, "6.9 (1863)", nil, "*", nil])
    #expect(images.map { $0.architecture?.name } == [nil, "arm64", nil, nil, nil, nil])
    #expect(images.map(\.inApp) == [true, true, false, false, false, false])
    #expect(images[0].identifier == "com.example.Shop" && images[0].size == 0xc000)
    #expect(images[0].id == ImageID(parsing: "7f1c0a528e6b3b5e9c0b0a4f2e6d1c11"))
    #expect(images[2].size == nil && images[3].id != nil)
    #expect(images[4].isPlaceholder && images[4].id == nil)
    #expect(report.diagnostics.map(\.line) == [31])
  }

  @Test func inlinedLinesAreOneFrame() throws {
    let report = try SmallReport.read(frames: [
      "0   Shop  0x0000000104a3c5f8 pick(_:) [inlined] (Basket.swift:12)",
      "0   Shop  0x0000000104a3c5f8 checkout(_:at:) + 24 (Checkout.swift:31)",
      "1   Shop  0x0000000104a3c700 a + 1 [inlined]", "2   Shop  0x0000000104a3c700 b + 2",
      "3   Shop  0x0000000104a3c800 c + 1 [inlined]", "4   Shop  0x0000000104a3c900 d + 2", "5   Shop  0x0000000104a3c900 d + 2",
    ])
    #expect(report.frames.map(\.index) == [0, 2, 3, 4, 5])
    #expect(report.frames.map { $0.reportedInlines.map(\.symbol) } == [["pick(_:)"], ["a"], [], [], []])
    #expect(report.frames[0].reported == ReportedSymbol(symbol: "checkout(_:at:)", offset: 24, file: "Checkout.swift", line: 31))
  }

  @Test func aBareListIsABacktrace() throws {
    let report = try SmallReport.read(
      frames: ["0   UIKitCore  0x0000000183501000 objc_exception_throw + 4"],
      before: ["Last Exception Backtrace:", "(0x183501004 0x104a3c5f8 0x19 )", ""])
    let backtrace = try #require(report.backtraces.first)
    #expect(backtrace.kind == .lastException)
    #expect(report.frames[backtrace.frames].map(\.address?.value) == [0x1_8350_1004, 0x1_04a3_c5f8, 0x19])
    #expect(report.frames[backtrace.frames].map(\.image) == [1, 0, nil])
    #expect(report.frames[backtrace.frames].allSatisfy { $0.kind == .returnAddress && $0.replaceableRange.isEmpty })
  }

  @Test func applicationSpecificBacktracesAreRead() throws {
    let report = try SmallReport.read(
      frames: ["0   Shop  0x0000000104a3c5f8 0x104a38000 + 17912"],
      before: [
        "Application Specific Information:",
        "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3'", "",
        "Application Specific Backtrace 1:", "0   Shop                                0x0000000104a3c600 pick + 8", "",
      ])
    #expect(report.backtraces.map(\.kind) == [.applicationSpecific])
    #expect(report.backtraces.first?.index == 1)
    #expect(report.exception?.name == "NSRangeException" && report.exception?.reason == "index 3")
    #expect(report.frames.map(\.kind) == [.returnAddress, .exact])
  }

  /// The titles of our own translations of other formats, after what the app says.
  @Test(arguments: ["Call stack at events[5].frames:", "Call stack given by the app:", "Backtrace of the last exception:"])
  func stacksAfterTheAppsInformationAreRead(title: String) throws {
    let report = try SmallReport.read(
      frames: ["0   Shop  0x0000000104a3c5f8 0x104a38000 + 17912"],
      before: [
        "Application Specific Information:", "Invalid argument(s)", "", "The app's next paragraph.", "", title,
        "0   Shop                                0x0000000104a3c600 pick + 8", "",
      ])
    #expect(report.frames.map(\.address?.value) == [0x1_04a3_c600, 0x1_04a3_c5f8])
    #expect(report.applicationSpecificInformation == ["Invalid argument(s)", "", "The app's next paragraph."])
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func lineEndsOfAllKinds(_ lineEnd: String) throws {
    let frames = ["0   Shop  0x0000000104a3c5f8 main + 4", "1   Shop  0x0000000104a3c700 0x104a38000 + 18176"]
    let bytes = SmallReport.text(frames: frames, lineEnd: lineEnd)
    #expect(AppleTextReader.recognises(bytes))
    let report = try #require(AppleTextReader.read(bytes).first)
    #expect(report.frames.count == 2 && report.images.count == 2)
    let filled = AppleTextEditor.fill(bytes, reports: [report]) { _, frame in
      frame == 1 ? ["a [inlined] (A.c:1)", "b + 2 (B.c:2)"] : nil
    }
    let wanted = [frames[0], "1   Shop  0x0000000104a3c700 a [inlined] (A.c:1)", "1   Shop  0x0000000104a3c700 b + 2 (B.c:2)"]
    #expect(filled == SmallReport.text(frames: wanted, lineEnd: lineEnd))
  }

  @Test func theJSONFormBehindATranslatedReportIsSkipped() throws {
    let body = SmallReport.text(frames: ["0   Shop  0x0000000104a3c5f8 main + 4"])
    let bars = "-------------------------------------\n"
    let text =
      Array((bars + "Translated Report (Full Report Below)\n" + bars + "\n").utf8) + body
      + Array(
        ("-----------\nFull Report\n-----------\n\n{\"bug_type\":\"309\"}\n{\n\"threads\": [\n0   Shop  0x0000000104a3c5f8 no\n]}\n")
          .utf8)
    let reports = AppleTextReader.read(text)
    #expect(reports.map(\.frames.count) == [1])
    #expect(AppleTextReader.recognises(text))
  }

  @Test func severalReportsInOneText() throws {
    let one = SmallReport.text(frames: ["0   Shop  0x0000000104a3c5f8 main + 4"])
    let reports = AppleTextReader.read(one + one)
    #expect(reports.map(\.part) == [0, 1])
    #expect(reports.map(\.images.count) == [2, 2])
    #expect(reports.map(\.frames.first?.sourceRange.lowerBound).compactMap { $0 }.count == 2)
  }

  @Test func aMetadataLineMayStandBefore() throws {
    let bytes =
      Array("{\"bug_type\":\"109\",\"name\":\"Shop\"}\n".utf8)
      + SmallReport.text(frames: ["0   Shop  0x0000000104a3c5f8 main + 4"])
    #expect(AppleTextReader.recognises(bytes))
    #expect(AppleTextReader.read(bytes).map(\.frames.count) == [1])
    #expect(!AppleTextReader.recognises(Array("{\"bug_type\":\"309\"}\n{\n\"Process:\": 1}\nThread 0:\n".utf8)))
  }

  @Test func iOS9PrintsCallSites() throws {
    let text = """
      Process:             Old [9]
      Code Type:           ARM (Native)
      OS Version:          iOS 9.3.5 (13G36)

      Last Exception Backtrace:
      (0x259b3010 0x259b4000)

      Thread 0 Crashed:
      0   Old                           \t0x259b3014 0x259b0000 + 12308
      1   Old                           \t0x259b4014 0x259b0000 + 16404

      Binary Images:
      0x259b0000 - 0x259bffff Old armv7  <91aa4c0e8e6b3b5e9c0b0a4f2e6d1c12> /var/containers/Bundle/Application/0/Old.app/Old

      """
    let report = try #require(AppleTextReader.read(Array(text.utf8)).first)
    #expect(report.frames.map(\.kind) == [.exact, .exact, .exact, .returnAddress])
  }

  @Test func reportsWithoutImagesKeepLoadAddresses() throws {
    let report = try SmallReport.read(
      frames: [
        "0   Shop  0x0000000104a3c5f8 0x104a38000 + 17912", "1   Shop  0x0000000104a3c5ff 0x104a38000 + 17919",
        "2   Pay  0x20 Pay + 7",
      ],
      images: [])
    #expect(report.images.map(\.name) == ["Shop"])
    #expect(report.images.map(\.loadAddress?.value) == [0x1_04a3_8000])
    #expect(report.frames.map(\.image) == [0, 0, nil])
    #expect(report.frames[2].imageName == "Pay" && report.frames[2].imageOffset == ImageOffset(7))
  }

  @Test func aBadLineStaysAsAFrameWithoutAnAddress() throws {
    let report = try SmallReport.read(frames: [
      "0   Shop  0x0000000104a3c5f8 main + 4", "1   Shop  0x00zz", "2   Shop  0x0000000104a3c700 main + 4",
    ])
    #expect(report.frames.map(\.index) == [0, 1, 2])
    #expect(report.threads[0].frames == 0..<3)
    #expect(report.frames[1].address == nil && report.frames[1].imageName == "Shop")
    #expect(report.frames[1].reported?.symbol == "0x00zz")
  }

  @Test func leakedObjectsAreNoFrames() throws {
    let text = """
      Process:         Shop [7]
      Analysis Tool:   /usr/bin/leaks

      STACK OF 1 INSTANCE OF 'ROOT LEAK: malloc<176>':
      1   com.example.shop                  0x10f00c1ee main + 30
      0   libsystem_malloc.dylib            0x110e0dd91 _malloc_zone_malloc + 241
      ====
          1 (176 bytes) ROOT LEAK: 0x6000013746e0 [176]  length: 41

      """
    let report = try #require(AppleTextReader.read(Array(text.utf8)).first)
    #expect(report.kind == .leak)
    #expect(report.callTrees.map(\.name) == ["STACK OF 1 INSTANCE OF 'ROOT LEAK: malloc<176>'"])
    #expect(report.callTrees.first?.nodes.map(\.depth) == [0, 1])
    #expect(report.frames.map(\.kind) == [.returnAddress, .returnAddress])
  }

  @Test func otherLinesMayStandBetweenImages() throws {
    let report = try SmallReport.read(
      frames: ["0   Shop  0x0000000104a3c5f8 main + 4"],
      images: [SmallReport.images[0], "PEF binary: old", SmallReport.images[1]])
    #expect(report.images.map(\.name) == ["Shop", "UIKitCore"])
  }
}
