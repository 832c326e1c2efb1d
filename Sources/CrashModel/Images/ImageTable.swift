internal import Bytes
package import SymbolModel

/// Finds the image that contains an address: the only code that maps addresses to images. Built once per report.
package struct ImageTable: Sendable {
  private var starts: [UInt64] = []
  private var ends: [UInt64] = []
  private var positions: [Int] = []
  private var placeholder: Int?

  /// Sorts the images that have a load address. An image without a size reaches to the next image; if images overlap, the one
  /// with the higher load address wins; placeholders are consulted last. With `onlySized`, images without a size are skipped.
  package init(_ images: [BinaryImage], onlySized: Bool = false) {
    let all = images.span
    var loaded: [(start: UInt64, position: Int)] = []
    loaded.reserveCapacity(all.count)
    for position in all.indices {
      if all[position].isPlaceholder {
        placeholder = placeholder ?? position
      } else if let load = all[position].loadAddress, !onlySized || all[position].size != nil {
        loaded.append((load.value, position))
      }
    }
    if !Self.isSorted(loaded.span) { loaded.sort { $0 < $1 } }
    starts.reserveCapacity(loaded.count)
    ends.reserveCapacity(loaded.count)
    positions.reserveCapacity(loaded.count)
    for (order, entry) in loaded.enumerated() {
      starts.append(entry.start)
      positions.append(entry.position)
      if let size = all[entry.position].size {
        let (end, overflow) = entry.start.addingReportingOverflow(size)
        ends.append(overflow ? .max : end)
      } else {
        ends.append(order + 1 < loaded.count ? loaded[order + 1].start : .max)
      }
    }
  }

  /// Most lists are. The first sort of a process makes types, which takes 130,000 instructions.
  private static func isSorted(_ images: Span<(start: UInt64, position: Int)>) -> Bool {
    var previous: UInt64 = 0
    for index in images.indices {
      if images[index].start < previous { return false }
      previous = images[index].start
    }
    return true
  }

  /// Returns how many of the numbers, which ascend, are at most `limit`.
  private static func count(in numbers: Span<UInt64>, upTo limit: UInt64) -> Int {
    var (low, size) = (0, numbers.count)
    while size > 0 {
      let half = size / 2
      let isBelow = numbers[low &+ half] <= limit
      low = isBelow ? low &+ half &+ 1 : low
      size = isBelow ? size &- half &- 1 : half
    }
    return low
  }

  /// Returns the position in the image list of the image that contains an address, and the address without pointer authentication
  /// bits if an image contains only that one, or nil if no image does. `architecture` is that of the process, or nil if unknown.
  package func find(_ address: RuntimeAddress, on architecture: Architecture?) -> (position: Int, address: RuntimeAddress)? {
    if let position = realPosition(of: address) { return (position, address) }
    for bare in address.withoutPointerAuthentication(on: architecture) {
      if let position = realPosition(of: bare) { return (position, bare) }
    }
    return placeholder.map { ($0, address) }
  }

  /// Returns the position in the image list of the image that contains an address, with or without pointer authentication bits,
  /// or nil if none does. `architecture` is that of the process, or nil if unknown.
  package func position(of address: RuntimeAddress, on architecture: Architecture?) -> Int? {
    find(address, on: architecture)?.position
  }

  /// Does the same for an address as it is.
  package func position(of address: RuntimeAddress) -> Int? { realPosition(of: address) ?? placeholder }

  /// Returns the image, other than a placeholder, that contains an address. Takes a binary search. Of images inside others, only
  /// the eight that begin last before the address are checked.
  private func realPosition(of address: RuntimeAddress) -> Int? {
    let next = Self.count(in: starts.span, upTo: address.value)
    var candidate = next - 1
    // Images can be inside others (a placeholder range, a library inside the shared cache): check a few earlier ones.
    while candidate >= 0 && next - candidate <= 8 {
      if address.value < ends[candidate] { return positions[candidate] }
      candidate -= 1
    }
    return nil
  }
}
