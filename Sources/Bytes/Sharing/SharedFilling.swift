internal import Synchronization
internal import System

extension [UInt32] {
  /// Appends parts of known lengths, each filled by a thread of its own, and what each thread returns. Nothing is copied: a thread writes
  /// where its part stays. Returns nil, and appends nothing, if a part is not filled to its end.
  package mutating func append<Result: Sendable>(
    parts lengths: [Int], filling fill: @Sendable (Int, inout OutputSpan<UInt32>) -> Result
  ) -> [Result]? {
    let total = lengths.reduce(0, +)
    guard total > 0, lengths.allSatisfy({ $0 >= 0 }) else { return nil }
    reserveLargePages(count + total)
    let results = Mutex<[(Int, Result)]>([])
    append(addingCapacity: total) { output in
      unsafe output.withUnsafeMutableBufferPointer { memory, count in
        let free = unsafe FreeWords(UnsafeMutableBufferPointer(rebasing: memory[count..<(count + total)]))
        ThreadPool.run(lengths.count) { number in
          let start = lengths[..<number].reduce(0, +)
          if let result = free.fill(start..<(start + lengths[number]), { fill(number, &$0) }) {
            results.withLock { $0.append((number, result)) }
          }
        }
        if results.withLock({ $0.count }) == lengths.count { count += total }
      }
    }
    let found = results.withLock { $0.sorted { $0.0 < $1.0 } }
    return found.count == lengths.count ? found.map(\.1) : nil
  }
}

/// Memory of an array of which threads fill ranges that do not overlap.
@safe private struct FreeWords: @unchecked Sendable {
  private let memory: UnsafeMutableBufferPointer<UInt32>

  init(_ memory: UnsafeMutableBufferPointer<UInt32>) { unsafe self.memory = memory }

  /// Returns what `body` returns, or nil if it leaves a part of the range as it is.
  func fill<Result>(_ range: Range<Int>, _ body: (inout OutputSpan<UInt32>) -> Result) -> Result? {
    let part = unsafe UnsafeMutableBufferPointer(rebasing: memory[range])
    var output = unsafe OutputSpan(buffer: part, initializedCount: 0)
    let result = body(&output)
    let count = output.count
    _ = unsafe output.finalize(for: part)
    return count == range.count ? result : nil
  }
}
