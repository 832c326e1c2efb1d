/// A few byte values that are searched for together.
package struct ByteSet: Sendable {
  /// One entry per byte value: whether it is in the set.
  private let isMember: [Bool]

  /// The values of `bytes`.
  package init(_ bytes: some Sequence<UInt8>) {
    var table = [Bool](repeating: false, count: 256)
    for byte in bytes { table[Int(byte)] = true }
    isMember = table
  }

  /// Returns the position of the first byte from `start` on that is in the set, or nil if there is none before `limit`. Takes about one clock
  /// cycle per byte. With checked accesses, `filter` takes 7 percent more instructions for ordinary lines.
  package func first(in bytes: [UInt8], from start: Int, to limit: Int = .max) -> Int? {
    guard start >= 0, start < bytes.count else { return nil }
    return unsafe isMember.withUnsafeBufferPointer { table in
      unsafe bytes.withUnsafeBufferPointer { buffer in
        var at = start
        let end = min(limit, buffer.count)
        while at < end {
          if unsafe table[Int(buffer[at])] { return at }
          at &+= 1
        }
        return nil
      }
    }
  }
}
