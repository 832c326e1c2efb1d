import Bytes
import Testing

@testable import SystemSymbols

/// Export tries that lead in circles, or grow beyond all bounds.
@Suite struct ExportsTrieTests {
  @Test func loopsEnd() {
    // The root has a child "a" whose node is the root again.
    let trie = ExportsTrie(parsing: ByteSlice([0, 1, 0x61, 0, 0]))
    #expect(trie.exports.isEmpty)
  }

  @Test func namesAreJoined() {
    // "_a" at 0x10, "_ab" at 0x20; a re-export "_c".
    let bytes: [UInt8] = [
      0, 1, 0x5f, 0, 5,  // root: "_" at 5
      0, 2, 0x61, 0, 12, 0x63, 0, 21 - 1,  // 5: "a" at 12, "c" at 20
      2, 0, 0x10, 1, 0x62, 0, 24,  // 13
    ]
    var fixed = bytes
    fixed[9] = 13
    fixed[12] = 20
    fixed += [3, 8, 1, 0, 0, 2, 0, 0x20, 0]
    fixed[19] = 25
    let trie = ExportsTrie(parsing: ByteSlice(fixed))
    #expect(trie.exports.map(\.offset).sorted() == [0x10, 0x20])
    #expect(String(decoding: trie.names, as: UTF8.self).split(separator: "\0").sorted() == ["_a", "_ab"])
  }

  @Test func amplificationIsLimited() {
    // Every node has 200 children with the same long part, which lead to nodes further on.
    var bytes: [UInt8] = []
    for level in 0..<3 {
      bytes += [0, 60]
      for child in 0..<60 {
        bytes += [UInt8](repeating: 0x61, count: 8) + [0, UInt8(truncatingIfNeeded: level * 7 + child) & 0x7f]
      }
    }
    let trie = ExportsTrie(parsing: ByteSlice(bytes))
    #expect(trie.names.count <= 8 * bytes.count + 1 << 17)
  }

  /// A chain of nodes whose parts have `part` bytes; the last one has an export.
  func chain(_ length: Int, part: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<length {
      // The size of a node: no data, one child, its part, the zero, three bytes for the position of the child.
      let next = bytes.count + 2 + part + 1 + 3
      bytes += [0, 1] + [UInt8](repeating: 0x61, count: part) + [0]
      bytes += [UInt8(next & 0x7f) | 0x80, UInt8(next >> 7 & 0x7f) | 0x80, UInt8(next >> 14 & 0x7f)]
    }
    return bytes + [2, 0, 0x10, 0]
  }

  @Test func depthIsLimited() {
    #expect(ExportsTrie(parsing: ByteSlice(chain(128, part: 1))).exports.map(\.offset) == [0x10])
    #expect(ExportsTrie(parsing: ByteSlice(chain(129, part: 1))).exports.isEmpty)
  }

  @Test func namesAreLimited() {
    #expect(ExportsTrie(parsing: ByteSlice(chain(65, part: 1000))).names.count == 65_001)
    #expect(ExportsTrie(parsing: ByteSlice(chain(66, part: 1000))).exports.isEmpty)
  }

  @Test func numbersThatAreTooLongEndTheirNode() {
    let long = [UInt8](repeating: 0xff, count: 10)
    #expect(ExportsTrie(parsing: ByteSlice([13, 0] + long + [1, 0])).exports.isEmpty)
    #expect(ExportsTrie(parsing: ByteSlice(long + [1, 0, 0])).exports.isEmpty)
  }
}
