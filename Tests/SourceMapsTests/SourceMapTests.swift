import Bytes
import Foundation
import SourceMaps
import TestSupport
import Testing

/// Answers of maps that are made for the tests.
@Suite struct SourceMapTests {
  typealias Segment = MapText.Segment

  static let cart: [Segment] = [
    Segment(line: 0, column: 4, original: (0, 9, 2), name: 0), Segment(line: 0, column: 20, original: (1, 0, 0)),
    Segment(line: 0, column: 30), Segment(line: 2, column: 0, original: (0, 99, 70), name: 1),
  ]

  private func map(_ more: [String: Any] = [:], sources: [Any] = ["src/cart.ts", "src/pay.ts"]) throws -> SourceMap {
    try SourceMap(MapText.json(Self.cart, sources: sources, names: ["total", "pay"], more: more))
  }

  /// A map that was just decoded and its flat form give the same answers: the first run and later ones.
  @Test func theFlatFormAnswersAsTheMapDoes() throws {
    let text = try MapText.json(Self.cart, sources: ["src/cart.ts", "src/pay.ts"], names: ["total", "pay"])
    let (map, flat) = (try SourceMap(text), try SourceMap(flatForm: ByteSlice(SourceMap.flatForm(of: ByteSlice(text)).bytes)))
    for line in 0...4 as ClosedRange<UInt32> {
      for column in 0...40 as ClosedRange<UInt32> {
        let query = SourceMap.Query(line: line, column: column)
        #expect(map.position(of: query) == flat.position(of: query) && map.isBeyond(query) == flat.isBeyond(query))
      }
    }
    #expect(map.mappingCount == 4 && flat.mappingCount == 4)
  }

  @Test func aPositionHasTheGreatestSegmentNotAboveItOnItsLine() throws {
    let map = try map()
    #expect(map.position(of: .init(line: 1, column: 3)) == nil)
    let first = try #require(map.position(of: .init(line: 1, column: 4)))
    #expect(first.source == "src/cart.ts" && first.line == 10 && first.column == 2 && first.name == "total")
    #expect(map.position(of: .init(line: 1, column: 19)) == first)
    #expect(map.position(of: .init(line: 1, column: 20))?.source == "src/pay.ts")
    #expect(map.position(of: .init(line: 1, column: 20))?.name == nil)
    // A segment of one field ends the one before; an empty line has nothing, though the lines around it have.
    #expect(map.position(of: .init(line: 1, column: 31)) == nil)
    #expect(map.position(of: .init(line: 2, column: 9)) == nil)
    #expect(map.position(of: .init(line: 3, column: .max))?.line == 100)
    #expect(map.position(of: .init(line: 4, column: 0)) == nil && map.position(of: .init(line: 0, column: 0)) == nil)
  }

  @Test func rootsNullSourcesAndNamesThatAreNoStrings() throws {
    let map = try SourceMap(
      MapText.json(
        Self.cart, sources: ["cart.ts", NSNull()], names: [7, ["a"]], more: ["sourceRoot": "app:///src"]))
    #expect(map.position(of: .init(line: 1, column: 4))?.source == "app:///src/cart.ts")
    #expect(map.position(of: .init(line: 1, column: 4))?.name == "7")
    let nothing = try #require(map.position(of: .init(line: 1, column: 20)))
    #expect(nothing.source == nil && nothing.line == 1)
    #expect(
      try self.map(["sourceRoot": "/x/"], sources: ["/abs.ts", "https://h/a.ts"])
        .position(of: .init(line: 1, column: 4))?.source == "/abs.ts")
  }

  @Test func theIgnoreListAndPackageFoldersAreVendored() throws {
    #expect(try map(["ignoreList": [0]]).position(of: .init(line: 1, column: 4))?.isVendored == true)
    #expect(try map(["x_google_ignoreList": [1]]).position(of: .init(line: 1, column: 4))?.isVendored == false)
    let packaged = try map(sources: ["../node_modules/a/b.js", "node_modules.ts"])
    #expect(packaged.position(of: .init(line: 1, column: 4))?.isVendored == true)
    #expect(packaged.position(of: .init(line: 1, column: 20))?.isVendored == false)
  }

  @Test func functionMapsNameTheFunctionAroundThePosition() throws {
    let functions = MapText.functions([(1, 0, "<global>"), (10, 0, "Cart.total"), (12, 4, "")])
    let map = try map(["x_facebook_sources": [functions, NSNull()]])
    #expect(map.position(of: .init(line: 1, column: 4))?.function == "Cart.total")
    // The empty name of the third function, and a source without functions.
    #expect(map.position(of: .init(line: 3, column: 0))?.function == nil)
    #expect(map.position(of: .init(line: 1, column: 20))?.function == nil)
  }

  @Test func sourcesContentIsFoundWhereItIs() throws {
    let bytes = try MapText.json(
      Self.cart, sources: ["a.ts", "b.ts"], names: ["", ""], more: ["sourcesContent": [NSNull(), "line \"1\"\nzwei €"]])
    let map = try SourceMap(bytes)
    #expect(map.position(of: .init(line: 1, column: 4))?.content == nil)
    let content = try #require(map.position(of: .init(line: 1, column: 20))?.content)
    #expect(SourceMap.text(Array(bytes[content.range])) == "line \"1\"\nzwei €")
    #expect(SourceMap.text(Array("12".utf8)) == nil)
  }

  @Test func sectionsAnswerFromTheirOffsetToTheNextOne() throws {
    let one = try MapText.json([Segment(line: 0, column: 0, original: (0, 0, 0))], sources: ["one.js"])
    let two = try MapText.json(
      [Segment(line: 0, column: 5, original: (0, 6, 0)), Segment(line: 1, column: 5, original: (0, 7, 0))], sources: ["two.js"])
    func section(_ line: Int, _ column: Int, _ map: String) -> String {
      #"{"offset":{"line":\#(line),"column":\#(column)},"map":\#(map)}"#
    }
    let (first, second) = (String(decoding: one, as: UTF8.self), String(decoding: two, as: UTF8.self))
    // Out of order on purpose.
    let text = #"{"version":3,"sections":[\#(section(0, 100, second)),\#(section(0, 0, first))]}"#
    let map = try SourceMap(Array(text.utf8))
    #expect(map.position(of: .init(line: 1, column: 99))?.source == "one.js")
    // The second section begins at 100, and its first segment at 105.
    #expect(map.position(of: .init(line: 1, column: 104)) == nil)
    #expect(map.position(of: .init(line: 1, column: 105))?.source == "two.js")
    // The column offset counts on the section's first line only.
    #expect(map.position(of: .init(line: 2, column: 5))?.line == 8)
  }

  @Test func sectionsInOtherFilesAreAskedFor() throws {
    let text = #"{"version":3,"sections":[{"offset":{"line":0,"column":0},"url":"b.map"}]}"#
    let other = try MapText.json([Segment(line: 0, column: 0, original: (0, 0, 0))], sources: ["b.js"])
    let map = try SourceMap(Array(text.utf8)) { (url: String) throws(SourceMapError) in
      guard url == "b.map" else { throw SourceMapError(.unreadable("no \(url)")) }
      return ByteSlice(other)
    }
    #expect(map.position(of: .init(line: 1, column: 0))?.source == "b.js")
    #expect(throws: SourceMapError.self) { try SourceMap(Array(text.utf8)) }
  }

  @Test func bundlesSegmentsModulesAndFunctionOffsets() throws {
    let second = try MapText.json([Segment(line: 0, column: 0, original: (0, 41, 0))], sources: ["lazy.js"])
    let object = String(decoding: second, as: UTF8.self)
    let base = try MapText.json(
      Self.cart, sources: ["a.js", "b.js"], names: ["", ""],
      more: ["x_facebook_offsets": [0, NSNull(), 2], "x_hermes_function_offsets": ["0": [0, 4, 30]]])
    let text = String(decoding: base, as: UTF8.self).dropLast() + #","x_facebook_segments":{"3":\#(object)}}"#
    let map = try SourceMap(Array(text.utf8))
    #expect(map.position(of: .init(line: 1, column: 0, segment: 3))?.line == 42)
    #expect(map.position(of: .init(line: 1, column: 0, segment: 4)) == nil)
    #expect(map.position(of: .init(line: 1, column: 0, module: 2))?.line == 100)
    #expect(
      map.position(of: .init(line: 1, column: 0, module: 1)) == nil
        && map.position(of: .init(line: 1, column: 0, module: 9)) == nil)
    let query = try #require(map.query(segment: 0, function: 1, offset: 16))
    #expect(query == .init(line: 1, column: 20) && map.position(of: query)?.source == "b.js")
    #expect(map.query(segment: 0, function: 3, offset: 0) == nil)
  }

  @Test func aPrefixAgainstExecutionIsPassedOver() throws {
    let map = try SourceMap(Array(")]}'\n".utf8) + MapText.json(Self.cart, sources: ["a", "b"], names: ["", ""]))
    #expect(map.position(of: .init(line: 1, column: 4))?.source == "a")
  }

  @Test func unsortedColumnsAreSorted() throws {
    let segments = [30, 4, 20].map { Segment(line: 0, column: $0, original: (0, $0, 0)) }
    let map = try SourceMap(MapText.json(segments, sources: ["a.js"]))
    #expect(map.position(of: .init(line: 1, column: 25))?.line == 21 && map.position(of: .init(line: 1, column: 30))?.line == 31)
  }

  @Test func factsOfTheMap() throws {
    let map = try map(["debugId": "4C4C44A9-5555-3144-A146-005A60474DE4", "debug_id": "x", "file": "main.jsbundle"])
    #expect(map.debugID == "4c4c44a955553144a146005a60474de4" && map.file == "main.jsbundle")
    #expect(map.mappingCount == 4 && map.sourceCount == 2)
    #expect(try self.map(["file": 5]).file == nil)
  }

  /// 20,000 segments with known answers, asked for at random places.
  @Test func manySegments() throws {
    var random = SeededGenerator(11)
    var segments: [Segment] = []
    for line in 0..<200 {
      var column = 0
      for _ in 0..<100 {
        column += Int.random(in: 1...4_000, using: &random)
        let original = (
          Int.random(in: 0..<50, using: &random), Int.random(in: 0..<90_000, using: &random),
          Int.random(in: 0..<300, using: &random)
        )
        segments.append(
          Segment(line: line, column: column, original: Int.random(in: 0..<9, using: &random) == 0 ? nil : original))
      }
    }
    let map = try SourceMap(MapText.json(segments, sources: (0..<50).map { "s\($0).ts" }))
    for _ in 0..<20_000 {
      let line = Int.random(in: 0..<200, using: &random)
      let column = Int.random(in: 0..<250_000, using: &random)
      let expected = segments[line * 100..<line * 100 + 100].last { $0.column <= column }?.original
      let found = map.position(of: .init(line: UInt32(line + 1), column: UInt32(column)))
      #expect(found?.source == expected.map { "s\($0.source).ts" } && found.map { Int($0.line) - 1 } == expected?.line)
      #expect(found.map { Int($0.column) } == expected?.column)
    }
  }
}
