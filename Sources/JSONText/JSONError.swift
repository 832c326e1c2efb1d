/// A place where a text departs from JSON (RFC 8259).
public struct JSONError: Error, Hashable, Sendable {
  /// What is wrong there.
  public enum Kind: Hashable, Sendable {
    /// The text ends inside a value.
    case endsEarly
    /// A comma with nothing behind it.
    case trailingComma
    /// No comma between two values.
    case missingComma
    /// No colon behind a key.
    case missingColon
    /// A value without a key in an object.
    case missingKey
    /// A key without a value.
    case missingValue
    /// A closing bracket of the wrong kind, or a byte that begins nothing.
    case unexpectedByte(UInt8)
    /// Brackets nested deeper than the limit.
    case tooDeep
    /// More than 4 GB of text.
    case tooLarge
    /// A number that does not follow the grammar.
    case badNumber
    /// A string with a bare control character, an unknown escape or invalid UTF-8.
    case badString
    /// A bare word other than `true`, `false` and `null`.
    case badWord
    /// Further text behind the value.
    case trailingText
  }

  /// What is wrong.
  public let kind: Kind
  /// Where, in bytes from the start of the input, counted from 0.
  public let byte: Int
  /// Where, in lines, counted from 1.
  public let line: Int

  /// Records a flaw and its place.
  public init(_ kind: Kind, byte: Int, line: Int) {
    self.kind = kind
    self.byte = byte
    self.line = line
  }
}

extension JSONError: CustomStringConvertible {
  /// What is wrong, without the place and without a full stop.
  public var problem: String {
    switch kind {
    case .endsEarly: "JSON ends early"
    case .trailingComma: "JSON has a comma with nothing after it"
    case .missingComma: "JSON lacks a comma"
    case .missingColon: "JSON lacks a colon"
    case .missingKey: "JSON has a value without a key"
    case .missingValue: "JSON has a key without a value"
    case .unexpectedByte(let byte) where byte > 0x20 && byte < 0x7f: "JSON has a stray \(String(decoding: [byte], as: UTF8.self))"
    case .unexpectedByte: "JSON has a stray byte"
    case .tooDeep: "JSON is nested too deeply"
    case .tooLarge: "JSON is larger than 4 GB"
    case .badNumber: "JSON has a malformed number"
    case .badString: "JSON has a malformed string"
    case .badWord: "JSON has an unknown literal"
    case .trailingText: "JSON is followed by other text"
    }
  }

  /// The problem and its place.
  public var description: String { "\(problem) at byte \(byte) (line \(line))" }
}
