internal import Bytes

/// The exports of an image: a tree of names (`LC_DYLD_EXPORTS_TRIE`, mach-o/loader.h). A node has the length of its data, the data
/// (flags and the distance from the image's header), the number of children, and for each the next part of the name and the
/// position of its node; all numbers are ULEB128.
struct ExportsTrie {
  /// The names, one after the other, each with a zero byte after it.
  private(set) var names: [UInt8] = []
  /// The distance of each function or other thing from the image's header, and the position of its name.
  private(set) var exports: [(offset: UInt64, name: Int)] = []

  /// The longest name that is kept.
  private static let nameLimit = 1 << 16
  private static let depthLimit = 128

  private struct Visit {
    let node: Int
    let depth: Int
  }

  /// Reads a tree. Damaged parts, and nodes that were read before, are left out; all names together take at most eight times
  /// the bytes of the tree and 64 KB.
  init(parsing bytes: ByteSlice) {
    var visited: Set<Int> = []
    // The names of the nodes on the stack.
    var prefixes: [[UInt8]] = [[]]
    var stack = [Visit(node: 0, depth: 0)]
    let budget = 8 * bytes.count + Self.nameLimit
    var pending = 0
    while let visit = stack.popLast(), let prefix = prefixes.popLast() {
      pending -= prefix.count
      guard visit.depth <= Self.depthLimit, visited.insert(visit.node).inserted, names.count < budget else { continue }
      guard let children = readNode(bytes, visit.node, prefix) else { continue }
      for (part, node) in children where prefix.count + part.count <= Self.nameLimit && pending <= budget {
        stack.append(Visit(node: node, depth: visit.depth + 1))
        prefixes.append(prefix + part)
        pending += prefix.count + part.count
      }
    }
  }

  /// Notes the export of a node. Returns its children, or nil if it is damaged.
  private mutating func readNode(_ bytes: ByteSlice, _ start: Int, _ name: [UInt8]) -> [(part: [UInt8], node: Int)]? {
    var cursor = ByteCursor(bytes)
    do throws(ByteError) {
      try cursor.seek(to: start)
      let length = Int(clamping: try cursor.readULEB())
      let end = try bytes.slice(at: cursor.position, count: length).count + cursor.position
      if length > 0 {
        let flags = try cursor.readULEB()
        // 8: re-exported from another image. The low two bits: 0 for a regular symbol.
        if flags & 0xb == 0 {
          exports.append((try cursor.readULEB(), names.count))
          names += name
          names.append(0)
        }
      }
      try cursor.seek(to: end)
      var children: [(part: [UInt8], node: Int)] = []
      for _ in 0..<(try cursor.read(UInt8.self)) {
        guard let zero = bytes.zero(from: cursor.position, limit: Self.nameLimit) else { return nil }
        let part = try cursor.read(count: zero - cursor.position).array
        try cursor.skip(1)
        children.append((part, Int(clamping: try cursor.readULEB())))
      }
      return children
    } catch {
      return nil
    }
  }
}
