/// A value whose form the report's author chose, as in JSON.
package indirect enum ReportValue: Hashable, Sendable {
  /// Named values in the order of the report; a name may occur twice.
  case object([Member])
  /// Values in the order of the report.
  case array([ReportValue])
  /// A string.
  case text(String)
  /// A number in its own spelling, which follows JSON's grammar.
  case number(String)
  /// A truth value.
  case bool(Bool)
  /// Null, or a value that cannot be read.
  case null

  /// One named value of an object.
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: ReportValue

    /// Names a value.
    package init(_ name: String, _ value: ReportValue) {
      self.name = name
      self.value = value
    }
  }

  /// Whether this is empty: no keys, no elements, no text.
  package var isEmpty: Bool {
    switch self {
    case .object(let members): members.isEmpty
    case .array(let elements): elements.isEmpty
    case .text(let text): text.isEmpty
    case .number, .bool: false
    case .null: true
    }
  }
}
