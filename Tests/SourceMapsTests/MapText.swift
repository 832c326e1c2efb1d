import Foundation

/// Writes source maps with known answers.
struct MapText {
  /// One segment: a generated position and what it maps to.
  struct Segment: Sendable {
    var line: Int
    var column: Int
    /// Source, original line, original column; nil for a segment that maps to nothing. All counted from 0.
    var original: (source: Int, line: Int, column: Int)?
    var name: Int?
  }

  /// The base64 digits of one number.
  static func vlq(_ value: Int) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var rest = value < 0 ? (-value << 1) | 1 : value << 1
    var text = ""
    repeat {
      let digit = rest & 31
      rest >>= 5
      text.append(alphabet[rest > 0 ? digit | 32 : digit])
    } while rest > 0
    return text
  }

  /// The text of `mappings` for segments in the order of generated positions.
  static func mappings(_ segments: [Segment]) -> String {
    var text = ""
    var (line, column, source, originalLine, originalColumn, name) = (0, 0, 0, 0, 0, 0)
    var isFirst = true
    for segment in segments {
      while line < segment.line {
        text += ";"
        (line, column, isFirst) = (line + 1, 0, true)
      }
      if !isFirst { text += "," }
      isFirst = false
      text += vlq(segment.column - column)
      column = segment.column
      guard let original = segment.original else { continue }
      text += vlq(original.source - source) + vlq(original.line - originalLine) + vlq(original.column - originalColumn)
      (source, originalLine, originalColumn) = (original.source, original.line, original.column)
      if let wanted = segment.name {
        text += vlq(wanted - name)
        name = wanted
      }
    }
    return text
  }

  /// The functions of a source as an element of `x_facebook_sources`: where each begins (line from 1, column from 0) and its name.
  static func functions(_ entries: [(line: Int, column: Int, name: String)]) -> [Any] {
    var (line, column) = (1, 0)
    var text: [String] = []
    for (position, entry) in entries.enumerated() {
      text.append(vlq(entry.column - column) + vlq(position == 0 ? 0 : 1) + vlq(entry.line - line))
      (line, column) = (entry.line, entry.column)
    }
    return [["names": entries.map(\.name), "mappings": text.joined(separator: ",")] as [String: Any]]
  }

  /// A map as JSON.
  static func json(_ segments: [Segment], sources: [Any], names: [Any] = [], more: [String: Any] = [:]) throws -> [UInt8] {
    var map: [String: Any] = ["version": 3, "sources": sources, "names": names, "mappings": mappings(segments)]
    map.merge(more) { $1 }
    return try json(map)
  }

  /// Any object as JSON.
  static func json(_ object: [String: Any]) throws -> [UInt8] {
    Array(try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]))
  }
}
