import Foundation
import TestSupport
import Testing

/// Stacks that Crashlytics exports.
@Suite struct CrashlyticsStackTests {
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
    let report = try #require(try SampleText.reports(Self.crashlytics).first)
    #expect(report["format"] as? String == "crashlytics" && report["kind"] as? String == "crash")
    #expect(
      SampleText.text(report, "process", "bundleID") == "com.example.cart" && SampleText.text(report, "process", "build") == "12")
    #expect(SampleText.text(report, "exception", "name") == "NSRangeException")
    #expect(SampleText.frames(report, "backtraces", "imageOffset") == [["0x83f20", "0xbb00"]])
    #expect(SampleText.frames(report, "threads", "imageOffset") == [["0xb4c8", "0x8d0c", nil], ["0x9000"]])
    #expect(SampleText.frames(report, "threads", "address") == [[nil, nil, "0x1860ffff0"], [nil]])
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
    let known = try #require(try SampleText.reports(String(decoding: report, as: UTF8.self), ["-s", symbols]).first)
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
    let report = try #require(try SampleText.reports(text).first)
    #expect(SampleText.frames(report, "backtraces", "symbol") == [["__exceptionPreprocess", "Cart.pay()"]])
    #expect(SampleText.text(report, "exception", "name") == "NSRangeException")
    #expect(try Symbolicate.run(["-"], input: Array(text.utf8)).stdout == text)
  }

  @Test func rowsOfCrashlyticsExportsAreRead() throws {
    let text = """
      {"event_id": "1", "threads": [{"crashed": true, "queue_name": "main", "frames": [
        {"line": "0", "file": "", "symbol": "_hidden#1_", "offset": "36108", "address": "4368026892", "library": "Cart", "owner": "DEVELOPER", "blamed": true},
        {"line": "0", "file": "", "symbol": "main", "offset": "64", "address": "4367990848", "library": "Cart", "owner": "DEVELOPER", "blamed": false}]}]}
      """
    let report = try #require(try SampleText.reports(text).first)
    #expect(SampleText.frames(report, "threads", "address") == [["0x1045acd0c", "0x1045a4040"]])
    #expect(SampleText.frames(report, "threads", "imageOffset") == [["0x8d0c", "0x40"]])
    #expect((report["images"] as? [[String: Any]])?.map { $0["inApp"] as? Bool } == [true])
  }
}
