internal import JSONText
internal import Triage

extension JSONValue {
  /// The value as a count of a file that may be damaged, from 0 to `Int.largestCount`, or nil if it is no integer.
  var boundedCount: Int? { int.map { Swift.min(Swift.max($0, 0), .largestCount) } }
}
