/// The running sums of a segment's fields, as 64-bit words modulo 2^64: a sum that fell below 0 is greater than all that are valid.
struct MappingFields: Sendable {
  var column: UInt64 = 0
  var source: UInt64 = 0
  /// The original line.
  var line: UInt64 = 0
  var originalColumn: UInt64 = 0
  var name: UInt64 = 0

  /// Creates fields of 0.
  init() {}

  /// Creates fields of one value, but for the column, which is 0.
  init(behindColumn value: UInt64) { (source, line, originalColumn, name) = (value, value, value, value) }

  /// Returns whether all fields are below a limit.
  func isBelow(_ limit: UInt64) -> Bool { max(column, source, line, originalColumn, name) < limit }

  /// Makes the fields but the column and the name as large as those of others that are larger.
  @inline(__always) mutating func raisePlace(to other: Self) {
    source = max(source, other.source)
    line = max(line, other.line)
    originalColumn = max(originalColumn, other.originalColumn)
  }

  /// Returns the sum of each field.
  static func + (one: Self, other: Self) -> Self { one.combined(other, &+) }

  /// Returns the difference of each field.
  static func - (one: Self, other: Self) -> Self { one.combined(other, &-) }

  private func combined(_ other: Self, _ operation: (UInt64, UInt64) -> UInt64) -> Self {
    var result = Self()
    result.column = operation(column, other.column)
    result.source = operation(source, other.source)
    result.line = operation(line, other.line)
    result.originalColumn = operation(originalColumn, other.originalColumn)
    result.name = operation(name, other.name)
    return result
  }
}
