/// A source map that cannot be used.
package struct SourceMapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem with a map.
  package enum Kind: Hashable, Sendable {
    /// The text is not a JSON object with `mappings` or `sections`.
    case notASourceMap
    /// `version` is not 3.
    case version(Int)
    /// The JSON text violates the grammar.
    case malformedJSON(String)
    /// A character of `mappings` is not a digit of the base64 alphabet.
    case badDigit(UInt8)
    /// `mappings` ends inside a number, or a number exceeds 32 bits.
    case badNumber
    /// A segment has another number of fields than 1, 4 or 5.
    case fieldCount(Int)
    /// A running sum of a field is negative or exceeds 32 bits: `column`, `line`, `source` or `name`.
    case outOfRange(String)
    /// A segment names a source or a name that the list does not have.
    case noSuchEntry(String, index: Int, count: Int)
    /// A section has no `offset`, or neither `map` nor `url`.
    case badSection(String)
    /// Sections are nested more than `SourceMapReader.depthLimit` levels deep.
    case nestedSections
    /// The map, or all the maps that it refers to, exceed `SourceMapReader.sizeLimit`.
    case tooLarge(bytes: Int)
    /// A file that a section names by `url` cannot be read.
    case unreadable(String)
  }

  /// The problem with the map.
  package let kind: Kind
  /// The position in the map's file, in bytes, or nil if the problem concerns the whole file.
  package let byte: Int?

  /// Records a problem.
  package init(_ kind: Kind, byte: Int? = nil) {
    self.kind = kind
    self.byte = byte
  }

  /// The problem as one clause, with the position.
  package var description: String { byte.map { "\(clause) (byte \($0))" } ?? clause }

  private var clause: String {
    switch kind {
    case .notASourceMap: "not a source map: no object with \"mappings\" or \"sections\""
    case .version(let number): "version \(number) is not supported; only version 3 is"
    case .malformedJSON(let reason): "malformed JSON: \(reason)"
    case .badDigit(let byte): "\"mappings\" has a character that is not a base64 digit (0x\(String(byte, radix: 16)))"
    case .badNumber: "\"mappings\" has a number that is cut off or takes more than 32 bits"
    case .fieldCount(let count): "\"mappings\" has a segment of \(count) fields; 1, 4 or 5 are possible"
    case .outOfRange(let field): "\"mappings\" leads to a \(field) below 0 or above 4294967295"
    case .noSuchEntry(let list, let index, let count): "\"mappings\" uses entry \(index) of \"\(list)\", which has \(count)"
    case .badSection(let reason): "a section \(reason)"
    case .nestedSections: "sections inside sections, more than \(SourceMapReader.depthLimit) levels"
    case .tooLarge(let bytes): "\(bytes) bytes; the limit is \(SourceMapReader.sizeLimit)"
    case .unreadable(let reason): reason
    }
  }
}
