internal import Bytes

extension SystemSymbolFile {
  /// Passes the bytes of a copy of this container to `put`, piece by piece, with another summary.
  package func copy<Failure: Error>(
    with summary: CacheSummary, _ put: (borrowing [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var position = 0
    let end = bytes.count - ContainerLayout.trailerSize
    while position < end, let piece = try? bytes.slice(at: position, count: min(1 << 20, end - position)) {
      try put(piece.array)
      position += piece.count
    }
    var changed = trailer
    changed.summary = summary
    try put(changed.bytes)
  }
}
