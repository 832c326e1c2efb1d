import TestSupport
import Testing

@testable import JSONText

/// The quick way through regular text makes the same tape as the careful one, whatever the text.
@Suite struct JSONScannerTests {
  static let text = #"""
    {"frames":[{"a":12,"b":"x","inline":true},{"a":-3.5e2,"b":"y\"z","inline":false},{"a" : 0, "b":null}],"empty":{},
      "none" : [ ], "ids": ["1e12-08", "é"], "deep":{"a":{"b":{"a":[[[]]]}}}, "long key with more than eight bytes": 12345678901,
      "long key with more than eight": {"long key with more than eight bytes": 1}}
    """#

  private func expectSameTape(_ bytes: [UInt8], _ comment: Comment) {
    let quick = JSONScanner(bytes.span, from: 0)
    let careful = JSONScanner(bytes.span, from: 0, isCareful: true)
    let isSame = quick.nodes.elementsEqual(careful.nodes) { one, other in
      (one.kind, one.marked, one.start, one.end, one.next) == (other.kind, other.marked, other.start, other.end, other.next)
    }
    if isSame, quick.end == careful.end, quick.skipped == careful.skipped, quick.flaw?.byte == careful.flaw?.byte,
      quick.flaw?.kind == careful.flaw?.kind
    {
      return
    }
    // The lists say where they differ.
    #expect(describe(quick) == describe(careful), comment)
    Issue.record("the tapes differ: \(comment)")
  }

  private func describe(_ scanner: JSONScanner) -> [String] {
    scanner.nodes.map { "\($0.kind) \($0.marked) \($0.start) \($0.end) \($0.next)" }
      + ["end \(scanner.end)", "flaw \(scanner.flaw.map { "\($0.kind) \($0.byte)" } ?? "none")"]
  }

  @Test func bothWaysAgreeOnRegularTextAndOnEveryBeginningOfIt() {
    let bytes = Array(Self.text.utf8)
    #expect(JSONScanner(bytes.span, from: 0).flaw == nil)
    for count in 0...bytes.count { expectSameTape(Array(bytes.prefix(count)), "first \(count) bytes") }
  }

  @Test func bothWaysAgreeOnDamagedText() {
    var generator = SeededGenerator(2026)
    for round in 0..<4_000 {
      let bytes = Self.damaged(Array(Self.text.utf8), using: &generator)
      expectSameTape(bytes, "round \(round): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// Returns a text with up to four other, additional or missing bytes.
  private static func damaged(_ text: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    let signs = Array(#"{}[]:,"\ tfn0-@"#.utf8) + [0, 0x09, 0x0a, 0x0c, 0x0d, 0x1f, 0x7f, 0x80, 0xc2, 0xff]
    var bytes = text
    for _ in 0...Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let sign = signs.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0...2, using: &generator) {
      case 0: bytes[place] = sign
      case 1: bytes.insert(sign, at: place)
      default: bytes.remove(at: place)
      }
    }
    return bytes
  }

  @Test func bothWaysAgreeOnFixturesAndOnDamagedOnes() throws {
    var generator = SeededGenerator(31)
    let files = FixtureFolder.files(below: "Reports").filter { $0.hasSuffix(".json") || $0.hasSuffix(".ips") }
    try #require(files.count > 20)
    for file in files {
      let bytes = try FixtureFolder.bytes(file)
      expectSameTape(bytes, "\(file)")
      for round in 0..<20 { expectSameTape(Self.damaged(bytes, using: &generator), "\(file), round \(round)") }
      for _ in 0..<20 {
        let count = Int.random(in: 0...bytes.count, using: &generator)
        expectSameTape(Array(bytes.prefix(count)), "the first \(count) bytes of \(file)")
      }
    }
  }

  /// Strings, backslashes, blanks and numbers lie across the borders of blocks and pieces.
  @Test func bothWaysAgreeOnRandomValuesOfAnyLength() {
    var generator = SeededGenerator(64)
    for round in 0..<1_500 {
      var bytes: [UInt8] = []
      let length = Int.random(in: 0...4_000, using: &generator)
      Self.appendValue(to: &bytes, depth: 0, length, using: &generator)
      expectSameTape(bytes, "round \(round)")
      expectSameTape(Self.damaged(bytes, using: &generator), "round \(round), damaged")
      expectSameTape(Array(bytes.dropLast(Int.random(in: 0...20, using: &generator))), "round \(round), cut off")
    }
  }

  @Test func deepNestingAndLongStringsAgree() {
    let deep = Array((String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)).utf8)
    expectSameTape(deep, "deep")
    expectSameTape(Array(deep.dropLast(3)), "deep, cut off")
    for count in 1_000..<1_100 {
      let text = "{\"a\":\"" + String(repeating: "x", count: count) + "\\\"\",\"b\":[1, 2 ,true , null],\"c\":{}}"
      expectSameTape(Array(text.utf8), "a string of \(count) bytes")
      let slashes = "[\"" + String(repeating: "\\", count: count) + "\", 1, 2, 3, 4, 5, 6, 7, 8, 9]"
      expectSameTape(Array(slashes.utf8), "\(count) backslashes")
    }
  }

  /// Appends a container with members until the text has about `length` bytes.
  private static func appendValue(
    to bytes: inout [UInt8], depth: Int, _ length: Int, using generator: inout SeededGenerator
  ) {
    let isObject = Bool.random(using: &generator)
    bytes.append(UInt8(ascii: isObject ? "{" : "["))
    var isFirst = true
    while bytes.count < length, isFirst || Int.random(in: 0..<12, using: &generator) > 0 {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      appendBlanks(to: &bytes, using: &generator)
      if isObject {
        appendString(to: &bytes, using: &generator)
        appendBlanks(to: &bytes, using: &generator)
        bytes.append(UInt8(ascii: ":"))
        appendBlanks(to: &bytes, using: &generator)
      }
      switch Int.random(in: 0..<(depth < 40 ? 7 : 5), using: &generator) {
      case 0: bytes += Array("\(Int64.random(in: .min ... .max, using: &generator))".utf8)
      case 1: bytes += Array("\(Int.random(in: 0...99, using: &generator))".utf8)
      case 2: bytes += Array(["true", "false", "null", "1.5e-7", "-0"].randomElement(using: &generator)?.utf8 ?? "0".utf8)
      case 3, 4: appendString(to: &bytes, using: &generator)
      default: appendValue(to: &bytes, depth: depth + 1, length, using: &generator)
      }
      appendBlanks(to: &bytes, using: &generator)
    }
    bytes.append(UInt8(ascii: isObject ? "}" : "]"))
  }

  private static func appendBlanks(to bytes: inout [UInt8], using generator: inout SeededGenerator) {
    guard Int.random(in: 0..<4, using: &generator) == 0 else { return }
    for _ in 0...Int.random(in: 0...70, using: &generator) {
      bytes.append([0x20, 0x20, 0x20, 0x09, 0x0a, 0x0d].randomElement(using: &generator) ?? 0x20)
    }
  }

  private static func appendString(to bytes: inout [UInt8], using generator: inout SeededGenerator) {
    bytes.append(UInt8(ascii: "\""))
    let length =
      Bool.random(using: &generator) ? Int.random(in: 0...20, using: &generator) : Int.random(in: 0...200, using: &generator)
    let hasEscapes = Int.random(in: 0..<3, using: &generator) == 0
    for _ in 0..<length {
      if hasEscapes, Int.random(in: 0..<3, using: &generator) == 0 {
        bytes += [UInt8(ascii: "\\"), Array("\"\\/nu{,".utf8).randomElement(using: &generator) ?? 0x6e]
      } else {
        bytes.append(Array("abcxyz 0123{}[]:,\u{e9}/".utf8).randomElement(using: &generator) ?? 0x61)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
