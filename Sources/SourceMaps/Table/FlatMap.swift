internal import Bytes

/// The flat form of a map in memory, see `TableLayout`: what stands before the mappings, and the mappings, which are not copied.
package struct FlatMap: Sendable {
  /// The header and all sections but the last, whole words. The checksum of the header is 0.
  let head: [UInt8]
  /// See `Mappings.words`.
  let mappings: [UInt32]

  /// The flat form in one piece, with its checksum.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(head.count + 4 * mappings.count)
    for part in parts { bytes += part }
    return bytes
  }

  /// The same in pieces, made one by one: the head, then 1 MB of mappings each.
  var parts: some Sequence<[UInt8]> {
    let size = 1 << 18
    return (0...(mappings.count + size - 1) / size).lazy.map { number in
      if number == 0 { return sealedHead }
      let start = (number - 1) * size
      var bytes: [UInt8] = []
      bytes.append(words: Array(mappings[start..<min(start + size, mappings.count)]))
      return bytes
    }
  }

  /// The head with the checksum, which ends the header, of what is before it and of what is after it.
  private var sealedHead: [UInt8] {
    var bytes = head
    let end = TableLayout.headerWords * 4
    var hash = ContentHash()
    hash.add(bytes.span.extracting(..<(end - 8)))
    hash.add(bytes.span.extracting(end...))
    hash.add(words: mappings)
    for place in 0..<8 { bytes[end - 8 + place] = UInt8(truncatingIfNeeded: hash.value >> UInt64(8 * place)) }
    return bytes
  }
}
