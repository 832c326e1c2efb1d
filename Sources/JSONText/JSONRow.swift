package import Bytes

/// The values that successive objects have for some names. Reading an object takes one walk over its keys and makes no copies.
///
/// Example: with `JSONRow(FrameField.self)`, `row.read(frame)` and then `row.bits(.offset)`.
@usableFromInline package struct JSONRow<Field: JSONField>: Sendable {
  @usableFromInline var cells: JSONCells

  /// Prepares to read objects.
  @inlinable
  package init(_ fields: Field.Type) { cells = JSONCells(fields.allCases.map { $0.name }) }

  /// Reads the keys of an object. If a name occurs twice, the last one counts. Any other value has none.
  @inlinable
  package mutating func read(_ value: JSONValue) { cells.read(value) }

  /// Reads the next element of an array, and returns false after the last one. Only then do the elements count as taken, so that the
  /// loop must not end earlier: `while row.readNext(&elements)`.
  @inlinable
  package mutating func readNext(_ elements: inout JSONValue.Elements) -> Bool { cells.readNext(&elements) }

  /// The current value.
  @inlinable
  package var value: JSONValue { cells.value }

  /// The bytes of the current value in the input, brackets included.
  @inlinable
  package var range: Range<Int> { cells.range }

  /// Whether the current value is an object.
  @inlinable
  package var isObject: Bool { cells.isObject }

  /// Whether it is an object whose closing brace is there.
  @inlinable
  package var isWhole: Bool { cells.isWhole }

  /// Appends the values of fields, given by their raw values, as they are in the text, each followed by a comma, also if it is
  /// missing. Objects that agree in all of them yield the same bytes.
  package func append(_ fields: [Field.RawValue], to bytes: inout GrowingBytes) { cells.append(fields, to: &bytes) }

  /// Whether the object has a field.
  @inlinable
  package func has(_ field: Field) -> Bool { cells.has(field.rawValue) }

  /// The value of a field, or nil if the object has none.
  @inlinable
  package subscript(field: Field) -> JSONValue? { cells[field.rawValue] }

  /// The number that `read` makes of a field, or nil if it makes none of it: then the value is not taken.
  @inlinable
  package func number(_ field: Field, _ read: (JSONValue) -> UInt64?) -> UInt64? { cells.number(field.rawValue, read) }

  /// See `JSONValue.string`.
  @inlinable
  package func string(_ field: Field) -> String? { cells.string(field.rawValue) }

  /// See `JSONValue.uint64`.
  @inlinable
  package func uint64(_ field: Field) -> UInt64? { cells.uint64(field.rawValue) }

  /// See `JSONValue.int64`.
  @inlinable
  package func int64(_ field: Field) -> Int64? { cells.int64(field.rawValue) }

  /// See `JSONValue.int`.
  @inlinable
  package func int(_ field: Field) -> Int? { cells.int(field.rawValue) }

  /// See `JSONValue.bits`.
  @inlinable
  package func bits(_ field: Field) -> UInt64? { cells.bits(field.rawValue) }

  /// See `JSONValue.bool`.
  @inlinable
  package func bool(_ field: Field) -> Bool? { cells.bool(field.rawValue) }
}
