/// The running sums of a segment's fields.
struct MappingFields: Sendable {
  var column: Int64 = 0
  var source: Int64 = 0
  /// The original line.
  var line: Int64 = 0
  var originalColumn: Int64 = 0
  var name: Int64 = 0

  /// Returns whether a condition holds for all fields.
  func all(where holds: (Int64) -> Bool) -> Bool {
    holds(column) && holds(source) && holds(line) && holds(originalColumn) && holds(name)
  }

  /// Makes fields but the column as small as those of others that are smaller.
  @inline(__always) mutating func lower(to other: Self) {
    source = min(source, other.source)
    line = min(line, other.line)
    originalColumn = min(originalColumn, other.originalColumn)
    name = min(name, other.name)
  }

  /// Makes fields but the column as large as those of others that are larger.
  @inline(__always) mutating func raise(to other: Self) {
    source = max(source, other.source)
    line = max(line, other.line)
    originalColumn = max(originalColumn, other.originalColumn)
    name = max(name, other.name)
  }

  /// Returns the sum of each field.
  static func + (one: Self, other: Self) -> Self {
    Self(
      column: one.column + other.column, source: one.source + other.source, line: one.line + other.line,
      originalColumn: one.originalColumn + other.originalColumn, name: one.name + other.name)
  }
}
