import Foundation
import TestSupport
import Testing

/// Call stacks as sanitizers, debuggers, libraries and consoles print them.
@Suite struct ToolStackTests {
  @Test func stacksOfSanitizersAndLLVMKeepLinesWithoutImages() throws {
    let text = """
      Stack dump:
      0.  Program arguments: cart
      #0 0x000059403f35a598 cart::print(int) (/srv/cart+0x7316598)
      #1 0x000059403f35ac31 handle(int, siginfo_t*) Signals.cpp:12:3
      #2 0x0000594076ffaf80
      #3 0x000059403a1e2100 main (/srv/cart+0x31f4100)
      """
    let report = try #require(try SampleText.reports(text).first)
    #expect(
      SampleText.frames(report, "backtraces", "address") == [
        ["0x59403f35a598", "0x59403f35ac31", "0x594076ffaf80", "0x59403a1e2100"]
      ])
    #expect(SampleText.frames(report, "backtraces", "symbol") == [["cart::print(int)", "handle(int, siginfo_t*)", nil, "main"]])
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
    let report = try #require(try SampleText.reports(text).first)
    #expect(SampleText.frames(report, "backtraces", "address") == [["0x1028f04b4", "0x1028f0500", "0x1028f0510", nil]])
    #expect(
      SampleText.frames(report, "backtraces", "symbol") == [["pay()", "closure #1 () -> () in Cart.run()", "abort", "main"]])
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
    let report = try #require(try SampleText.reports(text).first)
    #expect(
      SampleText.frames(report, "backtraces", "address") == [
        ["0x55e176770802", "0x55e176770a77", "0x7f984567c51f", "0x55e177706312"]
      ])
    #expect(
      SampleText.frames(report, "backtraces", "symbol")[0].prefix(2) == [
        "Cart.pay(Swift.Int32) -> ()", "closure #1 () -> () in static Cart.run() -> ()",
      ])
  }

  @Test func aBlankLineDoesNotSplitTheStackOfAnException() throws {
    let text = """
      *** First throw call stack:
      (
      0 CoreFoundation 0x000000010f1941bb __exceptionPreprocess + 331

      1   libobjc.A.dylib                     0x000000010e2b6735 objc_exception_throw + 48
      2   Kiosk                               0x000000010df16000 -[Basket pay:] + 132
      )

      """
    #expect(
      SampleText.frames(try SampleText.object(text), "backtraces", "address") == [["0x10f1941bb", "0x10e2b6735", "0x10df16000"]])
  }

  @Test func whatBacktracePrintsIsRead() throws {
    let text = """
      * thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x0)
        * frame #0: 0x0000000100003f5c Kiosk`main at main.swift:3:5
          frame #1: 0x000000019b0e7f28 dyld`start + 2236
          frame #3: 0x0000000104e12118 Kiosk`-[Basket pay] at Basket.m:20

      """
    let object = try SampleText.object(text)
    #expect(object["format"] as? String == "lldb")
    #expect(SampleText.frames(object, "threads", "address") == [["0x100003f5c", "0x19b0e7f28", "0x104e12118"]])
    let frames = try #require((object["threads"] as? [[String: Any]])?.first?["frames"] as? [[String: Any]])
    #expect(frames.compactMap { ($0["reported"] as? [String: Any])?["line"] as? Int } == [3, 20])
  }

  @Test func theErrorOfASanitizerIsRead() throws {
    let text = """
      ==12345==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55d4f5a1b2c3
      READ of size 4 at 0x602000000010 thread T0
          #0 0x55d4f5a1b2c2 in use /src/kiosk/main.cpp:13:7
          #1 0x55d4f5a1a0e4 in _start (/srv/kiosk+0x20e4) (BuildId: 00112233445566778899aabbccddeeff00112233)

      """
    let object = try SampleText.object(text)
    let exception = try #require(object["exception"] as? [String: Any])
    #expect(exception["type"] as? String == "AddressSanitizer" && object["kind"] as? String == "crash")
    #expect(exception["reason"] as? String == "heap-use-after-free on address 0x602000000010 at pc 0x55d4f5a1b2c3")
    let frames = try #require((object["backtraces"] as? [[String: Any]])?.first?["frames"] as? [[String: Any]])
    #expect(frames.map { $0["symbol"] as? String } == ["use", "_start"])
    #expect(try Symbolicate.run(["-"], input: Array(text.utf8)).stdout == text)
  }

  /// The text of a report is read again with all of its stacks, also if information is before the first one.
  @Test func aCallStackAfterInformationIsAStack() throws {
    let text = """
      Process:             Kiosk
      Exception Type:  ArgumentError

      Application Specific Information:
      Invalid argument(s)

      Call stack at exceptions[0].frames:
      0   Kiosk                         \t       0x1094e7deb 0x109400000 + 949739
      1   Kiosk                         \t       0x1094e7dab 0x109400000 + 949675

      Binary Images:
             0x109400000 -                ??? Kiosk arm64  <4521584f028b36c4b2e3d99c9acee25f> ???

      """
    let object = try SampleText.object(text)
    #expect(SampleText.frames(object, "backtraces", "address") == [["0x1094e7deb", "0x1094e7dab"]])
    #expect(object["applicationSpecificInformation"] as? [String] == ["Invalid argument(s)"])
  }
}
