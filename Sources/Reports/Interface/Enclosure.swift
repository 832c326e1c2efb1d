import JSONText

/// A size in the input that counts the bytes of a part with reports.
struct Enclosure: Sendable {
  /// The number.
  let length: JSONValue
  /// The bytes that it counts.
  let payload: Range<Int>

  /// Corrects the sizes of parts that the planned edits make longer or shorter.
  static func update(_ all: [Enclosure], _ edits: inout ByteEdits) {
    var done: Set<Int> = []
    let enclosures = all.filter { done.insert($0.payload.lowerBound).inserted }
    for (enclosure, grown) in zip(enclosures, edits.growth(in: enclosures.map(\.payload))) where grown != 0 {
      edits.replace(enclosure.length.range, with: Array(String(enclosure.payload.count + grown).utf8))
    }
  }
}
