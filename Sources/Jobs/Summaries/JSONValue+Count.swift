internal import JSONText

extension JSONValue {
  /// The largest count that is taken from a file: sums of millions of them fit.
  static let largestCount = 1 << 40

  /// The value as a count of a file that may be damaged, from 0 to `largestCount`, or nil if it is no integer.
  var boundedCount: Int? { int.map { min(max($0, 0), Self.largestCount) } }
}
