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
    #expect(describe(quick) == describe(careful), comment)
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
    let signs = Array(#"{}[]:,"\ tfn0-@"#.utf8)
    for round in 0..<4_000 {
      var bytes = Array(Self.text.utf8)
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let sign = signs.randomElement(using: &generator) ?? 0
        switch Int.random(in: 0...2, using: &generator) {
        case 0: bytes[place] = sign
        case 1: bytes.insert(sign, at: place)
        default: bytes.remove(at: place)
        }
      }
      expectSameTape(bytes, "round \(round): \(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
