import Foundation
import TestSupport
import Testing

@testable import Redaction

/// What is replaced, and what stays.
@Suite struct RedactorTests {
  private let redactor = Redactor(salt: "test")

  private func found(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return redactor.secrets(in: bytes).map { "\($0.kind.rawValue) \(String(decoding: bytes[$0.range], as: UTF8.self))" }
  }

  @Test(arguments: [
    ("Path: /Users/jane.doe/Library/x", "user jane.doe"), ("file:///home/jane/x", "user jane"),
    (#"{"p":"\/Users\/jane\/x"}"#, "user jane"), (#""C:\\Users\\jane\\app""#, "user jane"),
    ("mail jane@example.com!", "email jane@example.com"), (#"{"m":"a\njane@example.co.uk"}"#, "email jane@example.co.uk"),
    ("cannot reach 10.20.30.40:8080", "ip 10.20.30.40"), ("peer 2001:db8::8a2e:370:7334 left", "ip 2001:db8::8a2e:370:7334"),
    ("fe80:0:0:0:1:2:3:4", "ip fe80:0:0:0:1:2:3:4"), ("en0 a4:83:e7:01:02:03", "mac a4:83:e7:01:02:03"),
    ("CrashReporter Key:   5f0c8a1d9b7e44c2a6f1d9b7e44c2a6f15f0c8a1", "identifier 5f0c8a1d9b7e44c2a6f1d9b7e44c2a6f15f0c8a1"),
    ("Device Name: Jane's iPhone", "device Jane's iPhone"), (#"{"device_name" : "Jane's iPad"}"#, "device Jane's iPad"),
    (#"{"device_name" : "iPhone of Jane"}"#, "device iPhone of Jane"),
    (#"{"deviceName":"iPhone-4711123"}"#, "device iPhone-4711123"),
    ("<p>\nCrashReporter Key:   5f0c8a1d9b7e44c2a6f1<br>\n", "identifier 5f0c8a1d9b7e44c2a6f1"),
    ("           UID: 1000 (jane)", "user jane"), ("    Machine ID: 6a1e1a0b5c4d4a2e", "identifier 6a1e1a0b5c4d4a2e"),
    (#"{"crashReporterKey":"5f0c8a1d9b7e"}"#, "identifier 5f0c8a1d9b7e"),
    (#"{"a":"{\"crashReporterKey\":\"5f0c8a1d9b7e\"}"}"#, "identifier 5f0c8a1d9b7e"),
    (#"{"serial_number":"C02XK1ZZJG5H"}"#, "serial C02XK1ZZJG5H"), (#"{"password":"a\"b"}"#, #"secret a\"b"#),
    ("failed: token=abcd1234&x=1", "secret abcd1234"), ("password: hunter2!", "secret hunter2!"),
    ("Authorization: Bearer abc.def-123456", "secret Bearer abc.def-123456"),
    ("https://jane:pa55@example.com/x", "secret jane:pa55"), ("key AKIAIOSFODNN7EXAMPLE", "secret AKIAIOSFODNN7EXAMPLE"),
    ("ghp_16C7e42F292c6912E7710c838347Ae178B4a", "secret ghp_16C7e42F292c6912E7710c838347Ae178B4a"),
    (#"{"contexts":{"device":{"arch":"arm64","name":"Jane's iPhone"}}}"#, "device Jane's iPhone"),
    (#"{"user":{"geo":{"name":"x"},"id":"u-1"}}"#, "identifier u-1"), (#"{"usr" : { "name" : "Jane Doe" }}"#, "user Jane Doe"),
    (#"{"users":[],"user":[{"name":"Jane"}]}"#, "user Jane"), (#"{"User":{"Identifier":"jane"}"#, "identifier jane"),
    (#"{"payload":"{\"device\":{\"name\":\"Jane\",\"x\":\"\\\"\"}}"}"#, "device Jane"),
    (#"{"user":"jane"}"#, "user jane"), (#"12:30 INFO it's "odd"# + "\n" + #"11 {"device":{"name":"Jane"}}"#, "device Jane"),
    ("{}\n{\"device\":{\"name\":\"Jane\"}}", "device Jane"),
  ])
  func secretsAreFound(text: String, expected: String) { #expect(found(text) == [expected]) }

  @Test(arguments: [
    "0   Shop   0x0000000102db821c 0x102db4000 + 16924", "Version:             1.2.3.4 (1187)",
    #"{"CFBundleVersion":"10.0.0.1"}"#,
    "0x102db4000 - 0x102dbbfff Shop arm64 (1.2.3.4 - 5) <4c4c44e455553144a1b0602671ad96b1> /x",
    #"{"device_name" : "iPhone 16 Pro"}"#, #"{"deviceName":"iPad Pro (12.9-inch) (5th generation)"}"#, "Device Name: iPhone",
    "shop::Slot::write() (span.h:11)", "ad::be::cafe()", "at 12:30:45 UTC", "denied uid: 501 (staff)", "UID:   501",
    "Build UID: 1000 (jane)", "2026-11-20 11:43:03.0000 +0100",
    "/Users/USER/Library/x", "/Users/Shared/x", "/home/*/x", "login(password: String, token: Token)",
    "-[Auth setToken:password:]",
    "Incident Identifier: 4094EEF2-19D0-5727-92CB-13B2032152DD", #"{"uuid":"4C4C44E4-5555-3144-A1B0-602671AD96B1"}"#,
    "libc.so.6@GLIBC.so", "checkout@index.bundle:1:2345", "a @ b", "$s4Shop9InventoryC5audityySiF", "CrashReporter Key:   ",
    "CrashReporter Key: (null)", #"{"images":[{"name":"Shop","id":"x"}],"device":{"model":"name"}}"#,
    #"{"device":{"cpu":{"name":"A17"}},"name":"Shop"}"#, #"{"device":["name","Jane"]}"#, #"{"device":{"name":""#,
  ])
  func theRestStays(text: String) {
    #expect(found(text) == [])
    #expect(redactor.redact(Array(text.utf8)) == Array(text.utf8))
  }

  @Test func equalValuesHaveEqualReplacements() {
    let text = String(decoding: redactor.redact(Array("/Users/jane/a /home/jane/b /Users/joe/c".utf8)), as: UTF8.self)
    let names = text.split(separator: " ").map { $0.split(separator: "/")[1] }
    #expect(names[0] == names[1] && names[0] != names[2] && names[0].hasPrefix("user-"))
    let other = Redactor(salt: "other").redact(Array("/Users/jane/a".utf8))
    #expect(other != redactor.redact(Array("/Users/jane/a".utf8)))
  }

  @Test func aRedactedReportStays() {
    let text =
      "/Users/jane/a jane@example.com 10.1.2.3 https://jane:pa55@example.com token=abcd1234\nDevice Name: Jane's iPhone\n"
    let once = redactor.redact(Array(text.utf8))
    #expect(redactor.redact(once) == once, "\(String(decoding: redactor.redact(once), as: UTF8.self))")
  }

  @Test func identifiersKeepTheirShape() {
    let text = String(decoding: redactor.redact(Array(#"{"udid":"4094EEF2-19D0-5727-92CB-13B2032152DD"}"#.utf8)), as: UTF8.self)
    #expect(text.wholeMatch(of: /\{"udid":"[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}"\}/) != nil)
    #expect(!text.contains("4094EEF2"))
  }

  @Test func escapesHideNothing() {
    let text = #"{"m":"jane\u0040example.com \u002fUsers\u002fjane\u002fx","q":"\u0022 \u005c \u00e4"}"#
    let redacted = String(decoding: redactor.redact(Array(text.utf8)), as: UTF8.self)
    #expect(!redacted.contains("jane") && redacted.contains(#""q":"\u0022 \u005c \u00e4"}"#), "\(redacted)")
  }

  @Test func binaryReportsKeepTheirLength() {
    let bytes = Array("plcrash\u{1}".utf8) + [0x0a, 0x12] + Array("/Users/jane/Shop.app".utf8) + [0, 0xff]
    let redacted = redactor.redact(bytes)
    #expect(redacted.count == bytes.count && redacted != bytes)
  }

  /// Any bytes end without a trap, and secrets do not overlap.
  @Test func anyBytesAreRead() {
    var random = SeededGenerator(7)
    let pieces = [
      "/Users/", "\\", "\"", ":", "@", ".", "10.0.0", "::", "token=", "\\u0040", "{", "eyJ", "Device Name:", "\n",
      "{\"user\":{\"name\":\"", "}", "[", "a", "=",
      "\u{e9}",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let bytes = Array(text.utf8)
      let secrets = redactor.secrets(in: bytes)
      #expect(zip(secrets, secrets.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
      #expect(secrets.allSatisfy { $0.range.upperBound <= bytes.count })
      _ = redactor.redact(bytes)
    }
  }

  /// `plum jam` in UTF-8 and in UTF-16, a return address, a number.
  @Test func textsInMemory() {
    let texts = "706c756d206a616d00" + "70006c0075006d0000"
    let masked = String(repeating: "x", count: 32) + "0000"
    let numbers = "e0413a0401000000" + "2a00000000000000"
    for (before, after) in [
      (
        #"{"stack": {"dump_start": 1, "contents": "\#(texts)\#(numbers)"}}"#,
        #"{"stack": {"dump_start": 1, "contents": "\#(masked)\#(numbers)"}}"#
      ),
      (#"{"capturedMemory": {"0x1000": "\#(numbers)\#(texts)"}}"#, #"{"capturedMemory": {"0x1000": "\#(numbers)\#(masked)"}}"#),
      (#"{"stack": {"contents": "\#(numbers)"}}"#, #"{"stack": {"contents": "\#(numbers)"}}"#),
      (#"{"other": {"contents": "\#(texts)"}}"#, #"{"other": {"contents": "\#(texts)"}}"#),
      (#"{"stack": {"contents": "no digits"}}"#, #"{"stack": {"contents": "no digits"}}"#),
    ] {
      #expect(String(decoding: redactor.redact(Array(before.utf8)), as: UTF8.self) == after)
    }
  }

  @Test func textsThatRegistersLeadTo() {
    let text = #"{"notable_addresses": {"x0": {"address": 4096, "type": "string", "value": "plum jam"}}}"#
    #expect(found(text) == ["secret plum jam"])
  }
}
