import Bytes
import TestSupport
import Testing

@testable import SourceMaps

/// Texts of mappings that are decoded in pieces: the same segments, or the same error, as in one go.
@Suite struct MappingPieceTests {
  private func decode(_ text: [UInt8], _ counts: (Int, Int), pieces: Int) -> Result<Mappings, SourceMapError> {
    Result { () throws(SourceMapError) in
      try Mappings(ByteSlice(text), 0..<text.count, sourceCount: counts.0, nameCount: counts.1, pieces: pieces)
    }
  }

  private func expectSame(_ text: [UInt8], _ counts: (Int, Int)) {
    let one = Result { () throws(SourceMapError) in
      try MappingDecoder.decode(ByteSlice(text), 0..<text.count, sourceCount: counts.0, nameCount: counts.1)
    }
    for pieces in 1...7 {
      let other = decode(text, counts, pieces: pieces)
      #expect(Self.parts(one) == Self.parts(other), "\(pieces) pieces of \(String(decoding: text, as: UTF8.self))")
    }
  }

  private static func parts(_ result: Result<Mappings, SourceMapError>) -> [String] {
    switch result {
    case .failure(let error): [error.description]
    case .success(let map):
      [map.lines, map.lineStarts, map.words].map { "\($0)" }
    }
  }

  @Test func randomMaps() {
    var random = SeededGenerator(7)
    for round in 0..<300 {
      var segments: [MapText.Segment] = []
      var (line, column) = (0, 0)
      for _ in 0..<Int.random(in: 0..<60, using: &random) {
        if Int.random(in: 0..<(round % 3 == 0 ? 1_000 : 5), using: &random) == 0 {
          line += Int.random(in: 1...3, using: &random)
          column = 0
        }
        column += Int.random(in: 0...40, using: &random)
        let original =
          Int.random(in: 0..<5, using: &random) == 0
          ? nil
          : (
            Int.random(in: 0..<4, using: &random), Int.random(in: 0..<90_000, using: &random),
            Int.random(in: 0..<200, using: &random)
          )
        segments.append(
          .init(
            line: line, column: column, original: original,
            name: Bool.random(using: &random) ? Int.random(in: 0..<9, using: &random) : nil))
      }
      let text = Array(MapText.mappings(segments).utf8)
      expectSame(text, (4, 9))
      // Too few sources and names, and any damage.
      expectSame(text, (2, 9))
      expectSame(text, (4, 3))
      expectSame(text, (4, 0))
      guard !text.isEmpty else { continue }
      var damaged = text
      damaged[Int.random(in: text.indices, using: &random)] = Array(";,!AgD/".utf8).randomElement(using: &random) ?? 0
      expectSame(damaged, (4, 9))
    }
  }

  @Test(arguments: [
    "", ";", ";;;;", ",,,,", "A", "A,A,A", "A;A;A;A", "AAAA,AAAAA", "AAAA,CAAD", "AAAA,DAAA,CAAA", "CAAA,BAAA;CAAA",
    "AAAA;;;AACA;,,A",
    "gggggggA,A,A", "+/////D,+/////D,A", "AA+/////DA,AA+/////DA,AAAA", "AAAA,AADA,AACA", "AAAAA,AAAAD,AAAAC",
  ])
  func smallOnes(text: String) {
    expectSame(Array(text.utf8), (1, 1))
    expectSame(Array(text.utf8), (1, 0))
    expectSame(Array(text.utf8), (0, 0))
  }
}
