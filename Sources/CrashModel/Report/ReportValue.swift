/// A value of a form that the report's author chose, as JSON knows them.
public indirect enum ReportValue: Hashable, Sendable {
  /// Named values in the order of the report; a name may occur twice.
  case object([Member])
  /// Values in the order of the report.
  case array([ReportValue])
  /// A text.
  case text(String)
  /// A number as it is spelled, which follows JSON's grammar.
  case number(String)
  /// A truth value.
  case bool(Bool)
  /// Nothing: the report says so, or what it says cannot be read.
  case null

  /// One named value of an object.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: ReportValue

    /// Names a value.
    public init(_ name: String, _ value: ReportValue) {
      self.name = name
      self.value = value
    }
  }

  /// Whether this holds nothing: no members, no elements, no text.
  public var isEmpty: Bool {
    switch self {
    case .object(let members): members.isEmpty
    case .array(let elements): elements.isEmpty
    case .text(let text): text.isEmpty
    case .number, .bool: false
    case .null: true
    }
  }
}
