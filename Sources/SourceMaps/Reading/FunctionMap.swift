internal import JSONText

/// The functions of one source file, as Metro's `x_facebook_sources` gives them: where each begins, in the order of the source.
///
/// `mappings` has segments of VLQ numbers: column difference, name difference, line difference. `;` sets the column to 0 again; the
/// line begins at 1. (facebook/metro, `packages/metro-symbolicate/src/SourceMetadataMapConsumer.js`)
struct FunctionMap: Sendable {
  /// The start of a function, and its name.
  struct Entry: Sendable {
    /// The original line, counted from 0.
    var line: UInt32
    /// The original column, counted from 0.
    var column: UInt32
    /// A position in `names`.
    var name: UInt32
  }

  /// The entries, in the order of the source.
  private(set) var entries: [Entry] = []
  /// The names of functions; empty for a value that is not a string.
  private(set) var names: [String] = []

  /// Reads element 0 of an entry of `x_facebook_sources`. Returns nil if there is none. The list ends at the first malformed
  /// segment: function names are optional, and the positions of the map are correct without them.
  init?(_ value: JSONValue, _ bytes: Span<UInt8>) {
    guard let first = value.elements.first(where: { _ in true }), let text = first["mappings"]?.plainText else { return nil }
    names = (first["names"]?.elements ?? .none).map { $0.string ?? "" }
    decode(bytes, text)
    entries.sort { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  private mutating func decode(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let bytes = bytes.extracting(..<range.upperBound)
    var vlq = VLQ(range)
    var (line, column, name): (Int64, Int64, Int64) = (0, 0, 0)
    while vlq.position < vlq.end {
      let byte = bytes[vlq.position]
      if byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") {
        if byte == UInt8(ascii: ";") { column = 0 }
        vlq.position += 1
        continue
      }
      guard let (columns, nameSteps, lines) = Self.segment(bytes, &vlq) else { return }
      column += columns
      name += nameSteps
      line += lines
      guard let atLine = UInt32(exactly: line), let atColumn = UInt32(exactly: column), names.indices.contains(Int(name)) else {
        return
      }
      entries.append(Entry(line: atLine, column: atColumn, name: UInt32(name)))
    }
  }

  /// Returns the three numbers of a segment; missing ones are 0.
  private static func segment(_ bytes: Span<UInt8>, _ vlq: inout VLQ) -> (Int64, Int64, Int64)? {
    var values: (Int64, Int64, Int64) = (0, 0, 0)
    guard let first = try? vlq.next(bytes) else { return nil }
    values.0 = first
    if vlq.isAtEndOfSegment(bytes) { return values }
    guard let second = try? vlq.next(bytes) else { return nil }
    values.1 = second
    if vlq.isAtEndOfSegment(bytes) { return values }
    guard let third = try? vlq.next(bytes) else { return nil }
    values.2 = third
    return values
  }
}
