extension RandomAccessCollection where Index == Int {
  /// The position of the first element for which `isBehind` is true; `endIndex` when there is none. All elements before that one
  /// must give false, and all from it on true, as elements in order do that are compared with a value; where they do not, the
  /// position is one of the collection's all the same. Costs a bisection; of a range of positions it calls nothing but
  /// `isBehind`.
  @inlinable @inline(__always)
  public func partitionPoint(where isBehind: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
