import Bytes

/// Where the bytes of a text were in the input before something was removed from it or decoded.
struct ByteOrigins: Sendable {
  /// Bytes in a row that were either copied or, if the counts differ, decoded as a whole. An escape of one byte for one byte is a copy.
  struct Run: Sendable {
    /// The bytes of the text.
    let inner: Range<Int>
    /// The bytes of the input.
    let outer: Range<Int>

    var isCopy: Bool { inner.count == outer.count }
  }

  /// In ascending order, without gaps between the bytes of the text.
  private(set) var runs: [Run] = []

  /// The number of bytes of the text.
  var count: Int { runs.last?.inner.upperBound ?? 0 }

  /// Appends bytes that were copied.
  mutating func append(copyOf outer: Range<Int>) {
    guard !outer.isEmpty else { return }
    if let last = runs.last, last.isCopy, last.outer.upperBound == outer.lowerBound {
      runs[runs.count - 1] = Run(
        inner: last.inner.lowerBound..<last.inner.upperBound + outer.count, outer: last.outer.lowerBound..<outer.upperBound)
    } else {
      runs.append(Run(inner: count..<count + outer.count, outer: outer))
    }
  }

  /// Appends `bytes` bytes that were decoded from a range of the input.
  mutating func append(_ bytes: Int, decodedFrom outer: Range<Int>) {
    if bytes == outer.count { append(copyOf: outer) } else { runs.append(Run(inner: count..<count + bytes, outer: outer)) }
  }

  /// Appends a part of another text with its origins.
  mutating func append(_ part: Range<Int>, of other: ByteOrigins) {
    var at = other.index(of: part.lowerBound)
    while at < other.runs.count, other.runs[at].inner.lowerBound < part.upperBound {
      let run = other.runs[at]
      let inner = run.inner.clamped(to: part)
      if run.isCopy {
        let start = run.outer.lowerBound + inner.lowerBound - run.inner.lowerBound
        append(copyOf: start..<start + inner.count)
      } else {
        runs.append(Run(inner: count..<count + inner.count, outer: run.outer))
      }
      at += 1
    }
  }

  /// Returns the position of the run with a byte of the text, or the number of runs after the last one.
  func index(of position: Int) -> Int { runs.partitionPoint { $0.inner.upperBound > position } }

  /// Returns the bytes of the input for a byte of the text; nil behind the last one.
  func origin(of position: Int) -> Range<Int>? {
    let found = index(of: position)
    guard found < runs.count else { return nil }
    let run = runs[found]
    guard run.isCopy else { return run.outer }
    let start = run.outer.lowerBound + position - run.inner.lowerBound
    return start..<start + 1
  }
}
