import Foundation
import TestSupport
import Testing

/// Reports that web pages, editors and other files changed: nothing of them is lost.
@Suite struct WrappedReportTests {
  @Test(arguments: ["    ", "\t", "  "]) func anIndentedReportKeepsItsHeader(blanks: String) throws {
    let lines = SampleText.crash().split(separator: "\n", omittingEmptySubsequences: false)
    let indented = lines.map { $0.isEmpty ? "" : blanks + $0 }.joined(separator: "\n")
    let report = try #require(try SampleText.reports(indented).first)
    #expect(SampleText.text(report, "process", "name") == "Cart" && SampleText.text(report, "process", "pid") == "77")
    #expect(SampleText.text(report, "os", "version") == "17.2" && SampleText.text(report, "exception", "signal") == "SIGSEGV")
    #expect(report["id"] as? String == "7A0E5F0C-0000-4000-8000-0123456789AB")
    #expect(SampleText.frames(report, "threads", "address") == [["0x102004f10", "0x102004e00"]])
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
    let report = try #require(try SampleText.reports(text).first)
    #expect(report["kind"] as? String == "cpu" && report["id"] as? String == "7A0E5F0C-0000-4000-8000-0123456789AB")
    let lines = [
      "CPU: 48 seconds cpu time over 57 seconds (84% cpu average), exceeding limit of 80% cpu over 60 seconds",
      "Action taken: none", "Limit duration: 60s",
    ]
    #expect(report["applicationSpecificInformation"] as? [String] == lines)
    let brief = try Symbolicate.run(["-", "-f", "brief"], input: Array(text.utf8)).stdout
    #expect(brief.contains("Message: \(lines[0])\n"))
    #expect(SampleText.text(report, "process", "name") == "Cart" && SampleText.text(report, "os", "build") == "16B92")
    let images = report["images"] as? [[String: Any]] ?? []
    #expect(images.first { $0["name"] as? String == "Cart" }?["id"] as? String == "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9")
  }

  @Test func aDoubleSpacedReportIsReadAsOne() throws {
    let spaced = SampleText.crash().replacingOccurrences(of: "\n", with: "\n\n")
    let report = try #require(try SampleText.reports(spaced).first)
    #expect(SampleText.frames(report, "threads", "address") == [["0x102004f10", "0x102004e00"]])
    #expect((report["backtraces"] as? [Any] ?? []).isEmpty)
    #expect(SampleText.text(report, "os", "build") == "21C62")
  }

  @Test func numbersThatGoOnAreOneStack() throws {
    let threads = """
      Thread 0 Crashed:
      0   Cart   0x0000000104e12118 0x104e0c000 + 24856

      1   Cart   0x0000000104e12200 0x104e0c000 + 25088
      2   Cart   -[Basket pay:] + 44
      3   Cart   0x0000000104e12300 0x104e0c000 + 25344

      """
    let report = try #require(try SampleText.reports(threads).first)
    #expect(SampleText.frames(report, "threads", "address") == [["0x104e12118", "0x104e12200", nil, "0x104e12300"]])
    #expect(SampleText.frames(report, "threads", "symbol")[0][2] == "-[Basket pay:]")
    let console = """
      *** First throw call stack: (

      0 CoreFoundation 0x000000010f1941bb __exceptionPreprocess + 331

      1   libobjc.A.dylib                     0x000000010e2b6735 objc_exception_throw + 48
      2   what no one understands
      3   Cart                                0x000000010df16000 -[Basket pay:] + 132
      )
      """
    let stack = try #require(try SampleText.reports(console).first)
    #expect(SampleText.frames(stack, "backtraces", "address") == [["0x10f1941bb", "0x10e2b6735", nil, "0x10df16000"]])
    #expect(SampleText.frames(stack, "backtraces", "symbol")[0][2] == "what no one understands")
  }

  @Test func aReportInAStringIsReadAndFilledInThere() throws {
    let name = "Reports/ips/ios-arm64/Shop-2026-11-20-114303.ips"
    let report = String(decoding: try FixtureFolder.bytes(name), as: UTF8.self)
    let symbols = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")
    let input = #"{"note": 1, "log": \#(try MetricKitTreeTests.quoted(report))}"#
    let inside = try Symbolicate.run(["-f", "same", "-", "-s", symbols], input: Array(input.utf8))
    let alone = try Symbolicate.run(["-f", "same", "-", "-s", symbols], input: Array(report.utf8))
    let value = try JSONSerialization.jsonObject(with: Data(inside.output)) as? [String: Any]
    #expect(value?["log"] as? String == alone.stdout)
    #expect(try Symbolicate.run(["-f", "same", "-", "-s", symbols], input: inside.output).output == inside.output)
  }
}
