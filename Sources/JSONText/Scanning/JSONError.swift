/// A position at which a text violates JSON (RFC 8259).
package struct JSONError: Error, Hashable, Sendable {
  /// The kind of violation.
  package enum Kind: Hashable, Sendable {
    /// The text ends inside a value.
    case endsEarly
    /// A comma with nothing after it.
    case trailingComma
    /// No comma between two values.
    case missingComma
    /// No colon after a key.
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
    /// A bare literal other than `true`, `false` and `null`.
    case badWord
    /// Further text after the value.
    case trailingText
  }

  /// The kind of violation.
  package let kind: Kind
  /// The offset in bytes from the start of the input, from 0.
  package let byte: Int
  /// The line, from 1.
  package let line: Int

  /// Records a violation and its position.
  package init(_ kind: Kind, byte: Int, line: Int) {
    self.kind = kind
    self.byte = byte
    self.line = line
  }
}

extension JSONError: CustomStringConvertible {
  /// The kind, without the position and without a full stop.
  package var problem: String {
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

  /// The kind and the position.
  package var description: String { "\(problem) at byte \(byte) (line \(line))" }
}
