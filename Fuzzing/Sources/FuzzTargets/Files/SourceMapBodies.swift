import Bytes
import SourceMaps

/// Source maps, and the flat form that is kept of them.
enum SourceMapBodies {
  /// The flat form of a map gives the answers of the map, and is found undamaged.
  @Sendable static func map() -> FuzzTarget.Body {
    { bytes in
      _ = (DebugID.ofBundle(bytes), DebugID.sourceMappingURL(bytes))
      guard let flat = try? SourceMap.flatForm(of: ByteSlice(bytes)).bytes else { return }
      guard let map = try? SourceMap(flatForm: ByteSlice(flat), isChecked: true) else {
        throw Finding(what: "the flat form of a map cannot be read")
      }
      search(map)
    }
  }

  /// A flat form that is not checked has to be harmless.
  @Sendable static func table() -> FuzzTarget.Body {
    { bytes in
      if let map = try? SourceMap(flatForm: ByteSlice(bytes)) { search(map) }
    }
  }

  private static func search(_ map: SourceMap) {
    _ = (map.debugID, map.file, map.mappingCount)
    // Counting goes over all sources.
    if map.sourceCount < 1_000 { _ = (map.vendoredSourceCount, map.contentCount) }
    for line in [1, 2, 3, 40, UInt32.max] as [UInt32] {
      for column in [0, 1, 20, 939, UInt32.max] as [UInt32] {
        for module in [nil, 0, 3] as [UInt32?] {
          let query = SourceMap.Query(line: line, column: column, segment: module ?? 0, module: module)
          _ = (map.position(of: query), map.isBeyond(query), map.query(segment: module ?? 0, function: line, offset: column))
        }
      }
    }
  }

  /// The flat forms of the fixtures.
  static var tables: [[UInt8]] { FuzzSeeds.sourceMaps.compactMap { try? SourceMap.flatForm(of: ByteSlice($0)).bytes } }
}
