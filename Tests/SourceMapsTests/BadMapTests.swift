import Bytes
import SourceMaps
import TestSupport
import Testing

/// Maps that cannot be used, each with its reason.
@Suite struct BadMapTests {
  private func reason(_ text: String) -> String {
    do throws(SourceMapError) {
      _ = try SourceMap(Array(text.utf8))
      return "none"
    } catch {
      return error.description
    }
  }

  private func map(_ mappings: String, _ more: String = "") -> String {
    #"{"version":3,"sources":["a"],"names":["n"],"mappings":"\#(mappings)"\#(more)}"#
  }

  @Test(arguments: [
    ("AAAA", "none"), ("AAAg", "\"mappings\" has a number that is cut off or takes more than 32 bits (byte 58)"),
    ("AAggggggggggggA", "\"mappings\" has a number that is cut off or takes more than 32 bits (byte 57)"),
    ("AA", "\"mappings\" has a segment of 2 fields; 1, 4 or 5 are possible (byte 55)"),
    ("AAA", "\"mappings\" has a segment of 3 fields; 1, 4 or 5 are possible (byte 55)"),
    ("AAAAAA", "\"mappings\" has a segment of 6 fields; 1, 4 or 5 are possible (byte 55)"),
    ("D", "\"mappings\" leads to a column below 0 or above 4294967295 (byte 55)"),
    ("AADA", "\"mappings\" leads to a line below 0 or above 4294967295 (byte 55)"),
    ("ACAA", "\"mappings\" uses entry 1 of \"sources\", which has 1 (byte 55)"),
    ("AAAAC", "\"mappings\" uses entry 1 of \"names\", which has 1 (byte 55)"),
    ("AAAA,!", "\"mappings\" has a character that is not a base64 digit (0x21) (byte 60)"),
  ])
  func mappings(_ text: String, _ expected: String) { #expect(reason(map(text)) == expected) }

  @Test(arguments: [
    ("", "not a source map: no object with \"mappings\" or \"sections\""),
    ("[]", "not a source map: no object with \"mappings\" or \"sections\""),
    (#"{"version":4,"mappings":""}"#, "version 4 is not supported; only version 3 is"),
    (#"{"sections":[{"map":{}}]}"#, "a section has no \"offset\" with a line and a column (byte 13)"),
    (#"{"sections":[{"offset":{"line":0,"column":0}}]}"#, "a section has neither \"map\" nor \"url\" (byte 13)"),
    (
      #"{"sections":[{"offset":{"line":-1,"column":0},"url":"x"}]}"#,
      "a section has no \"offset\" with a line and a column (byte 13)"
    ),
    (#"{"sections":[{"offset":{"line":0,"column":0},"url":"x"}]}"#, "a section is in another file, x"),
  ])
  func documents(_ text: String, _ expected: String) { #expect(reason(text) == expected) }

  @Test func sectionsInsideSections() {
    var text = #"{"version":3,"sources":[],"mappings":""}"#
    for _ in 0..<12 { text = #"{"sections":[{"offset":{"line":0,"column":0},"map":\#(text)}]}"# }
    #expect(reason(text).hasPrefix("sections inside sections, more than 4 levels"))
  }

  @Test func cutOffMapsAreRefused() {
    let text = map("AAAA,CAAC", #","sourcesContent":["x"]"#)
    for length in 1..<text.utf8.count { #expect(reason(String(text.prefix(length))) != "none") }
  }

  /// Random damage ends in an answer or an error.
  @Test func damagedMapsAreReadOrRefused() throws {
    let sound = try MapText.json(SourceMapTests.cart, sources: ["a", "b"], names: ["x", "y"], more: ["x_facebook_offsets": [1]])
    var random = SeededGenerator(3)
    var refused = 0
    for _ in 0..<SeededGenerator.rounds(3_000) {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let map = try? SourceMap(bytes) { _ = map.position(of: .init(line: 1, column: 20)) } else { refused += 1 }
    }
    #expect(refused > 0)
  }

  /// A flat form with one flipped bit is refused, or opened without a trap where it is not compared with its checksum.
  @Test func damagedFlatForms() throws {
    let text = ByteSlice(try MapText.json(SourceMapTests.cart, sources: ["a", "b"], names: ["x", "y"]))
    let flat = try SourceMap.flatForm(of: text).bytes
    #expect(throws: Never.self) { try SourceMap(flatForm: ByteSlice(flat), isChecked: true) }
    for bit in 0..<flat.count * 8 {
      var bytes = flat
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: SourceMapError.self) { try SourceMap(flatForm: ByteSlice(bytes), isChecked: true) }
      if let map = try? SourceMap(flatForm: ByteSlice(bytes)) { _ = map.position(of: .init(line: 1, column: 20)) }
    }
    for length in 0..<flat.count {
      #expect(throws: SourceMapError.self) { try SourceMap(flatForm: ByteSlice(Array(flat.prefix(length)))) }
    }
  }
}
