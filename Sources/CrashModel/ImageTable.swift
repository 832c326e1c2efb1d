public import SymbolModel

/// Finds the image that holds an address. Built once for a report.
public struct ImageTable: Sendable {
  private var starts: [UInt64] = []
  private var ends: [UInt64] = []
  private var positions: [Int] = []
  private var placeholder: Int?

  /// Sorts the images that have a load address. An image without a size reaches to the next image; the one with the higher
  /// load address wins where images overlap; placeholders are consulted last.
  public init(_ images: [BinaryImage]) {
    placeholder = images.firstIndex { $0.isPlaceholder }
    let sorted = images.indices
      .filter { !images[$0].isPlaceholder && images[$0].loadAddress != nil }
      .sorted { (images[$0].loadAddress?.value ?? 0, $0) < (images[$1].loadAddress?.value ?? 0, $1) }
    for (order, position) in sorted.enumerated() {
      let start = images[position].loadAddress?.value ?? 0
      let next = order + 1 < sorted.count ? images[sorted[order + 1]].loadAddress?.value : nil
      starts.append(start)
      positions.append(position)
      if let size = images[position].size {
        let (end, overflow) = start.addingReportingOverflow(size)
        ends.append(overflow ? .max : end)
      } else {
        ends.append(next ?? .max)
      }
    }
  }

  /// The position in the image list of the image that holds `address`; nil when none does. Costs a binary search.
  public func position(of address: RuntimeAddress) -> Int? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= address.value { low = middle + 1 } else { high = middle }
    }
    var candidate = low - 1
    // Images can lie inside others (a placeholder range, a library inside the shared cache): look back a few.
    while candidate >= 0 && low - candidate <= 8 {
      if address.value < ends[candidate] { return positions[candidate] }
      candidate -= 1
    }
    return placeholder
  }
}
