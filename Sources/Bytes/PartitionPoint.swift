extension RandomAccessCollection where Index == Int {
  /// Returns the position of the first element for which `isAfter` is true, or `endIndex` if there is none.
  ///
  /// The elements must be partitioned: false for all elements before that one, true from it on, as for sorted elements that are
  /// compared with a value. If they are not, the result is some position of the collection. Takes a binary search, and calls
  /// nothing but `isAfter` on a range of positions.
  @inlinable @inline(__always)
  package func partitionPoint(where isAfter: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
