import Foundation
import TestSupport
import Testing

/// Reports that real sources write, or that web pages and editors changed: nothing of them is lost.
@Suite struct WholeReportTests {
  /// The reports in the JSON output of an input.
  static func reports(_ input: String, _ arguments: [String] = []) throws -> [[String: Any]] {
    let run = try Symbolicate.run(["-f", "json", "-"] + arguments, input: Array(input.utf8))
    let value = try JSONSerialization.jsonObject(with: Data(run.output))
    if let list = value as? [[String: Any]] { return list }
    return [try #require(value as? [String: Any])]
  }

  /// The values of a key of all frames of a stack's list.
  static func frames(_ report: [String: Any], _ list: String, _ key: String) -> [[String?]] {
    (report[list] as? [[String: Any]] ?? []).map { stack in
      (stack["frames"] as? [[String: Any]] ?? []).map { frame in frame[key].map { "\($0)" } }
    }
  }

  static func text(_ report: [String: Any], _ object: String, _ key: String) -> String? {
    (report[object] as? [String: Any])?[key].map { "\($0)" }
  }

  /// A report of an app; `path` is that of its executable, `images` are further lines.
  static func crash(
    path: String = "/private/var/containers/Bundle/Application/0/Cart.app/Cart", frames: [String] = [], images: [String] = []
  )
    -> String
  {
    let stack =
      ["0   Cart   0x0000000102004f10 0x102000000 + 20240", "1   Cart   0x0000000102004e00 0x102000000 + 19968"] + frames
    let list =
      ["0x102000000 - 0x10200ffff Cart arm64  <0a1b2c3d4e5f60718293a4b5c6d7e8f9> \(path)"] + images
    return """
      Incident Identifier: 7A0E5F0C-0000-4000-8000-0123456789AB
      Hardware Model:      iPhone15,2
      Process:             Cart [77]
      Path:                \(path)
      Identifier:          com.example.cart
      Version:             3.1 (12)
      Code Type:           ARM-64 (Native)
      Date/Time:           2025-01-02 03:04:05.0000 +0000
      OS Version:          iPhone OS 17.2 (21C62)

      Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
      Triggered by Thread:  0

      Thread 0 Crashed:
      \(stack.joined(separator: "\n"))

      Binary Images:
      \(list.joined(separator: "\n"))

      """
  }

  // MARK: Files of this machine

  @Test func aFileOfThisMachineIsNotUsedForItsPathAlone() throws {
    let libc = "/usr/lib/x86_64-linux-gnu/libc.so.6"
    let stack = "Stack dump:\n#0 0x00007184cdabd330 (\(libc)+0x45330)\n#1 0x00007184cdabd400 (\(libc)+0x45400)\n"
    let run = try Symbolicate.run(["-v", "-"], input: Array(stack.utf8))
    #expect(run.stdout == stack)
    #expect(!run.stderr.contains("matched /"), "\(run.stderr)")
    #expect(run.stderr.contains("no image of the report has an ID, so no debug file can be matched"))
    let folder = try TemporaryFolder()
    let tool = try folder.write([UInt8](Data(contentsOf: URL(fileURLWithPath: "/bin/cat"))), to: "shop")
    let own = "#0 0x000055d0c1a3b0c8 (\(tool)+0x10c8)\n#1 0x000055d0c1a3b1c8 (\(tool)+0x11c8)\n"
    let other = try Symbolicate.run(["-"], input: Array(own.utf8))
    #expect(other.stdout == own)
    #expect(
      other.stderr.contains(
        "the report has no ID for shop, and nothing shows that it ran \(tool) of this machine; use --image shop=\(tool)"),
      "\(other.stderr)")
  }

  // MARK: Changed by web pages and editors

  @Test(arguments: ["    ", "\t", "  "]) func anIndentedReportKeepsItsHeader(blanks: String) throws {
    let lines = Self.crash().split(separator: "\n", omittingEmptySubsequences: false)
    let indented = lines.map { $0.isEmpty ? "" : blanks + $0 }.joined(separator: "\n")
    let report = try #require(try Self.reports(indented).first)
    #expect(Self.text(report, "process", "name") == "Cart" && Self.text(report, "process", "pid") == "77")
    #expect(Self.text(report, "os", "version") == "17.2" && Self.text(report, "exception", "signal") == "SIGSEGV")
    #expect(report["id"] as? String == "7A0E5F0C-0000-4000-8000-0123456789AB")
    #expect(Self.frames(report, "threads", "address") == [["0x102004f10", "0x102004e00"]])
  }

  @Test func aResourceReportWithIndentedImagesKeepsItsHeader() throws {
    let text = """
      {"bug_type":"206","incident_id":"7A0E5F0C-0000-4000-8000-0123456789AB","os_version":"iPhone OS 12.1 (16B92)","app_name":"Cart","app_version":"2.0"}
      Date/Time:       2019-02-03 04:05:06.000 +0000
      OS Version:      iPhone OS 12.1 (Build 16B92)
      Architecture:    arm64
      Report Version:  19

      Command:         Cart
      Path:            /private/var/containers/Bundle/Application/0/Cart.app/Cart
      PID:             77

      Event:           cpu usage
      Action taken:    none
      CPU:             48 seconds cpu time over 57 seconds (84% cpu average), exceeding limit of 80% cpu over 60 seconds
      Limit duration:  60s

      Powerstats for:  Cart [77]
      UUID:            0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9
        11 ??? (libdyld.dylib + 4032) [0x1839a9fc0]
          11 ??? (Cart + 1630896) [0x1044ae2b0]

        Binary Images:
               0x104320000 -                ???  com.example.cart 2.0 (7)  /private/var/containers/Bundle/Application/0/Cart.app/Cart
               0x1839a9000 -        0x1839c3fff  libdyld.dylib <B1B2B3B4-B1B2-C1C2-D1D2-E1E2E3E4E5E6> /usr/lib/system/libdyld.dylib

      """
    let report = try #require(try Self.reports(text).first)
    #expect(report["kind"] as? String == "cpu" && report["id"] as? String == "7A0E5F0C-0000-4000-8000-0123456789AB")
    let lines = [
      "CPU: 48 seconds cpu time over 57 seconds (84% cpu average), exceeding limit of 80% cpu over 60 seconds",
      "Action taken: none", "Limit duration: 60s",
    ]
    #expect(report["applicationSpecificInformation"] as? [String] == lines)
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(text.utf8)).stdout
    #expect(brief.contains("Message: \(lines[0])\n"))
    #expect(Self.text(report, "process", "name") == "Cart" && Self.text(report, "os", "build") == "16B92")
    let images = report["images"] as? [[String: Any]] ?? []
    #expect(images.first { $0["name"] as? String == "Cart" }?["id"] as? String == "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9")
  }

  @Test func aDoubleSpacedReportIsReadAsOne() throws {
    let spaced = Self.crash().replacingOccurrences(of: "\n", with: "\n\n")
    let report = try #require(try Self.reports(spaced).first)
    #expect(Self.frames(report, "threads", "address") == [["0x102004f10", "0x102004e00"]])
    #expect((report["backtraces"] as? [Any] ?? []).isEmpty)
    #expect(Self.text(report, "os", "build") == "21C62")
  }

  @Test func numbersThatGoOnAreOneStack() throws {
    let threads = """
      Thread 0 Crashed:
      0   Cart   0x0000000104e12118 0x104e0c000 + 24856

      1   Cart   0x0000000104e12200 0x104e0c000 + 25088
      2   Cart   -[Basket pay:] + 44
      3   Cart   0x0000000104e12300 0x104e0c000 + 25344

      """
    let report = try #require(try Self.reports(threads).first)
    #expect(Self.frames(report, "threads", "address") == [["0x104e12118", "0x104e12200", nil, "0x104e12300"]])
    #expect(Self.frames(report, "threads", "symbol")[0][2] == "-[Basket pay:]")
    let console = """
      *** First throw call stack: (

      0 CoreFoundation 0x000000010f1941bb __exceptionPreprocess + 331

      1   libobjc.A.dylib                     0x000000010e2b6735 objc_exception_throw + 48
      2   what no one understands
      3   Cart                                0x000000010df16000 -[Basket pay:] + 132
      )
      """
    let stack = try #require(try Self.reports(console).first)
    #expect(Self.frames(stack, "backtraces", "address") == [["0x10f1941bb", "0x10e2b6735", nil, "0x10df16000"]])
    #expect(Self.frames(stack, "backtraces", "symbol")[0][2] == "what no one understands")
  }

  // MARK: Lines of other tools

  @Test func stacksOfSanitizersAndLLVMKeepLinesWithoutImages() throws {
    let text = """
      Stack dump:
      0.  Program arguments: cart
      #0 0x000059403f35a598 cart::print(int) (/srv/cart+0x7316598)
      #1 0x000059403f35ac31 handle(int, siginfo_t*) Signals.cpp:12:3
      #2 0x0000594076ffaf80
      #3 0x000059403a1e2100 main (/srv/cart+0x31f4100)
      """
    let report = try #require(try Self.reports(text).first)
    #expect(
      Self.frames(report, "backtraces", "address") == [["0x59403f35a598", "0x59403f35ac31", "0x594076ffaf80", "0x59403a1e2100"]])
    #expect(Self.frames(report, "backtraces", "symbol") == [["cart::print(int)", "handle(int, siginfo_t*)", nil, "main"]])
    let run = try Symbolicate.run(["-"], input: Array(text.utf8))
    #expect(run.stdout == text)
  }

  @Test func stacksOfXcodeAndDebuggersAreRead() throws {
    let text = """
      #0\t0x00000001028f04b4 in pay() at /src/cart/Pay.swift:13
      #1\t0x00000001028f0500 in closure #1 () -> () in Cart.run() ()
      #2  0x00000001028f0510 in abort () from /usr/lib/libc.so
      #3  main (argc=1) at main.c:7
      """
    let report = try #require(try Self.reports(text).first)
    #expect(Self.frames(report, "backtraces", "address") == [["0x1028f04b4", "0x1028f0500", "0x1028f0510", nil]])
    #expect(
      Self.frames(report, "backtraces", "symbol") == [["pay()", "closure #1 () -> () in Cart.run()", "abort", "main"]])
    let markdown = try Symbolicate.run(["-f", "markdown", "-"], input: Array(text.utf8)).stdout
    #expect(markdown.contains("pay() (Pay.swift:13)") && markdown.contains("main.c:7"), "\(markdown)")
  }

  @Test func theLinesOfThePackageSwiftBacktraceAreRead() throws {
    let text = """
      0x55e176770802, Cart.pay(Swift.Int32) -> () at /src/.build/Pay.swift:66
      0x55e176770a77, closure #1 () -> () in static Cart.run() -> () at /src/Cart.swift:80
      0x7f984567c51f
      0x55e177706312
      """
    let report = try #require(try Self.reports(text).first)
    #expect(
      Self.frames(report, "backtraces", "address") == [["0x55e176770802", "0x55e176770a77", "0x7f984567c51f", "0x55e177706312"]])
    #expect(
      Self.frames(report, "backtraces", "symbol")[0].prefix(2) == [
        "Cart.pay(Swift.Int32) -> ()", "closure #1 () -> () in static Cart.run() -> ()",
      ])
  }

  // MARK: Whose image it is

  @Test(arguments: [
    "/private/preboot/01234/jb-Xy/procursus/Applications/Cart.app/Cart", "*/Cart", "/usr/local/bin/Cart", "/System/Library/Cart",
  ]) func theExecutableOfTheProcessIsTheApps(path: String) throws {
    let input = Self.crash(path: path)
    let run = try Symbolicate.run(["--strict", "-"], input: Array(input.utf8))
    #expect(run.stderr.contains("0 of 2 frames of app images resolved"), "\(run.stderr)")
    #expect(run.status != 0)
  }

  @Test func aSimulatorsRuntimeIsTheSystems() throws {
    let app = "/Users/USER/Library/Developer/CoreSimulator/Devices/0/data/Containers/Bundle/Application/0/Cart.app/Cart"
    let input = Self.crash(
      path: app, frames: ["2   UIKitCore   0x0000000184004000 0x184000000 + 16384"],
      images: [
        "0x184000000 - 0x185ffffff com.apple.UIKitCore (1.0) <b1b2b3b4-b1b2-c1c2-d1d2-e1e2e3e4e5e6> /Volumes/VOLUME/*/UIKitCore"
      ])
    let images = try #require(try Self.reports(input).first?["images"] as? [[String: Any]])
    #expect(images.filter { $0["inApp"] as? Bool == true }.map { $0["name"] as? String } == ["Cart"])
  }

  // MARK: JSON of other services

  @Test func anOffsetBesideASymbolsAddressIsNotThatInTheImage() throws {
    let text = """
      {"exceptions": [{"frames": [
        {"binary_name": "libc", "binary_address": "00000001028d0000", "symbol_address": "00000001028d885c", "offset": 8, "in_app": false},
        {"binary_name": "Cart", "binary_address": "0000000102324000", "symbol_address": "0000000102330020", "offset": 49184, "in_app": true}]}],
       "binary_images": [
        {"name": "Cart", "start_addr": "0000000102324000", "end_addr": "0000000102468000", "uuid": "0a1b2c3d4e5f60718293a4b5c6d7e8f9", "system": false},
        {"name": "libc", "start_addr": "00000001028d0000", "end_addr": "000000010290c000", "uuid": "b1b2b3b4b1b2c1c2d1d2e1e2e3e4e5e6", "system": true}]}
      """
    let report = try #require(try Self.reports(text).first)
    #expect(Self.frames(report, "backtraces", "address") == [["0x1028d885c", "0x102330020"]])
    #expect(Self.frames(report, "backtraces", "imageOffset") == [["0x885c", "0xc020"]])
    let images = report["images"] as? [[String: Any]] ?? []
    #expect(images.map { $0["inApp"] as? Bool } == [true, false])
  }

  @Test func anImageMayBeAnObject() throws {
    let text = """
      {"threads": [{"frames": [
        {"address": 4295000064, "image": {"name": "Cart", "uuid": "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9", "offset": 32768}},
        {"address": 4295000128, "image": {"name": "Cart", "offset": 32832}}]}]}
      """
    let report = try #require(try Self.reports(text).first)
    let images = report["images"] as? [[String: Any]] ?? []
    #expect(images.map { $0["id"] as? String } == ["0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9"])
    #expect(Self.frames(report, "threads", "imageOffset") == [["0x8000", "0x8040"]])
  }

  private static let tree =
    #"{"callStacks": [{"threadAttributed": true, "callStackRootFrames": [{"binaryName": "Cart", "binaryUUID": "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9", "offsetIntoBinaryTextSegment": 16384, "address": 4295000064, "subFrames": [{"binaryName": "Cart", "binaryUUID": "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9", "offsetIntoBinaryTextSegment": 4096, "address": 4294987776}]}]}], "callStackPerThread": true}"#

  private static func quoted(_ text: String) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed), as: UTF8.self)
  }

  @Test(arguments: 0..<5) func aTreeOfMetricKitIsReadWhereverItIs(shape: Int) throws {
    let payload =
      #"{"crashDiagnostics": [{"callStackTree": \#(Self.tree), "diagnosticMetaData": {"appVersion": "3.1", "osVersion": "iPhone OS 17.0 (21A1)"}}]}"#
    let inputs = [
      #"{"event": "x", "data": {"callStackTree": \#(Self.tree)}}"#, #"[{"type": "crash", "callStack": \#(Self.tree)}]"#,
      #"{"type": "crash", "callStack": \#(try Self.quoted(Self.tree))}"#,
      #"{"attributes": {"json": \#(try Self.quoted(Self.tree))}}"#, #"{"payload": \#(try Self.quoted(payload))}"#,
    ]
    let report = try #require(try Self.reports(inputs[shape]).first)
    #expect(report["format"] as? String == "metrickit")
    #expect(Self.frames(report, "threads", "imageOffset") == [["0x4000", "0x1000"]])
    if shape == 4 { #expect(report["kind"] as? String == "crash" && Self.text(report, "os", "build") == "21A1") }
  }

  @Test func aReportInAStringIsReadAndFilledInThere() throws {
    let name = "Reports/ips/ios-arm64/Shop-2026-11-20-114303.ips"
    let report = String(decoding: try FixtureFolder.bytes(name), as: UTF8.self)
    let symbols = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")
    let input = #"{"note": 1, "log": \#(try Self.quoted(report))}"#
    let inside = try Symbolicate.run(["-f", "same", "-", "-s", symbols], input: Array(input.utf8))
    let alone = try Symbolicate.run(["-f", "same", "-", "-s", symbols], input: Array(report.utf8))
    let value = try JSONSerialization.jsonObject(with: Data(inside.output)) as? [String: Any]
    #expect(value?["log"] as? String == alone.stdout)
    #expect(try Symbolicate.run(["-f", "same", "-", "-s", symbols], input: inside.output).output == inside.output)
  }

  // MARK: Crashlytics

  private static let id = "0a1b2c3d4e5f60718293a4b5c6d7e8f9"

  private static let crashlytics = """
    # Crashlytics - Stack trace
    # Application: com.example.cart
    # Platform: apple
    # Version: 3.1 (12)
    # Issue: 754ff548bfac4918e6fe563a83bf979d
    # Session: 1234_DNE_0_v2
    # Date: Sat Jun 22 2024 09:09:07 GMT+0700 (Indochina Time)

    Fatal Exception: NSRangeException
    0  CoreFoundation                 0x83f20 __exceptionPreprocess
    1  Cart                           0xbb00 main + 10 (main.swift:10)

    Crashed: com.apple.main-thread
    0  libsystem_kernel.dylib         0xb4c8 __pthread_kill + 8
    1  Cart                           0x8d0c (Missing UUID \(id))
    2  ???                            0x1860ffff0 (Missing)

    com.example.worker
    0  Cart                           0x9000 (Missing UUID \(id))

    """

  @Test func stacksOfCrashlyticsHaveOffsetsAndIDs() throws {
    let report = try #require(try Self.reports(Self.crashlytics).first)
    #expect(report["format"] as? String == "crashlytics" && report["kind"] as? String == "crash")
    #expect(Self.text(report, "process", "bundleID") == "com.example.cart" && Self.text(report, "process", "build") == "12")
    #expect(Self.text(report, "exception", "name") == "NSRangeException")
    #expect(Self.frames(report, "backtraces", "imageOffset") == [["0x83f20", "0xbb00"]])
    #expect(Self.frames(report, "threads", "imageOffset") == [["0xb4c8", "0x8d0c", nil], ["0x9000"]])
    #expect(Self.frames(report, "threads", "address") == [[nil, nil, "0x1860ffff0"], [nil]])
    let images = report["images"] as? [[String: Any]] ?? []
    #expect(images.map { $0["id"] as? String } == [nil, "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9", nil])
    #expect(images.map { $0["inApp"] as? Bool } == [false, true, false])
    let threads = report["threads"] as? [[String: Any]] ?? []
    #expect(threads.map { $0["crashed"] as? Bool } == [true, false])
    #expect(threads.map { $0["queue"] as? String } == ["com.apple.main-thread", "com.example.worker"])
  }

  @Test func namesTakeThePlaceOfMissingUUIDs() throws {
    let report = try FixtureFolder.bytes("Reports/ips/ios-arm64/Shop-2026-11-20-114303.ips")
    let symbols = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")
    let known = try #require(try Self.reports(String(decoding: report, as: UTF8.self), ["-s", symbols]).first)
    let image = try #require((known["images"] as? [[String: Any]])?.first { $0["name"] as? String == "Shop" })
    let id = try #require(image["id"] as? String).replacingOccurrences(of: "-", with: "").lowercased()
    let frame = try #require(
      (known["threads"] as? [[String: Any]])?.lazy.compactMap { $0["frames"] as? [[String: Any]] }.joined().first {
        $0["image"] as? Int == 0 && $0["kind"] as? String == "return" && $0["symbol"] != nil
      })
    let (offset, symbol) = (try #require(frame["imageOffset"] as? String), try #require(frame["symbol"] as? String))
    let input =
      "Crashed: com.apple.main-thread\n0  UIKitCore      0xb4c8 UIApplicationMain + 8\n1  Shop           \(offset) (Missing UUID \(id))\n"
    let run = try Symbolicate.run(["-", "-s", symbols], input: Array(input.utf8))
    #expect(run.stdout.contains("1  Shop           \(offset) \(symbol) + "), "\(run.stdout)")
    #expect(!run.stdout.contains("Missing") && run.status == 0)
    #expect(try Symbolicate.run(["-", "-s", symbols], input: run.output).output == run.output)
  }

  @Test func framesThatWereCopiedFromCrashlyticsPageAreRead() throws {
    let text = """
      Fatal Exception: NSRangeException
      0
      CoreFoundation
      __exceptionPreprocess
      1
      Cart
      Cart.swift - Line 39
      Cart.pay() + 39
      """
    let report = try #require(try Self.reports(text).first)
    #expect(Self.frames(report, "backtraces", "symbol") == [["__exceptionPreprocess", "Cart.pay()"]])
    #expect(Self.text(report, "exception", "name") == "NSRangeException")
    #expect(try Symbolicate.run(["-"], input: Array(text.utf8)).stdout == text)
  }

  @Test func rowsOfCrashlyticsExportsAreRead() throws {
    let text = """
      {"event_id": "1", "threads": [{"crashed": true, "queue_name": "main", "frames": [
        {"line": "0", "file": "", "symbol": "_hidden#1_", "offset": "36108", "address": "4368026892", "library": "Cart", "owner": "DEVELOPER", "blamed": true},
        {"line": "0", "file": "", "symbol": "main", "offset": "64", "address": "4367990848", "library": "Cart", "owner": "DEVELOPER", "blamed": false}]}]}
      """
    let report = try #require(try Self.reports(text).first)
    #expect(Self.frames(report, "threads", "address") == [["0x1045acd0c", "0x1045a4040"]])
    #expect(Self.frames(report, "threads", "imageOffset") == [["0x8d0c", "0x40"]])
    #expect((report["images"] as? [[String: Any]])?.map { $0["inApp"] as? Bool } == [true])
  }
}
