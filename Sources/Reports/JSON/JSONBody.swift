import JSONText

/// The JSON value that a report is. While the report is answered, which takes the most memory, a large one is only its place in the
/// text: the tape of a report of a million frames takes 80 MB.
struct JSONBody: Sendable {
  private enum State {
    case scanned(JSONValue)
    case folded(text: [UInt8], place: Range<Int>)
  }

  private let state: State
  /// The size of the tape in bytes from which a body is folded.
  static let largeTape = 16 << 20

  init(_ value: JSONValue) { state = .scanned(value) }

  private init(_ state: State) { self.state = state }

  /// The value. Scans a folded one again.
  var value: JSONValue {
    switch state {
    case .scanned(let value): value
    case .folded(let text, let place): JSONDocument(text, in: place).root ?? .null
    }
  }

  /// Returns the same without its tape if that has at least `size` bytes and holds nothing else.
  func folded(from size: Int = largeTape) -> JSONBody {
    guard case .scanned(let value) = state, value.isRoot, value.document.tapeSize >= size else { return self }
    return JSONBody(.folded(text: value.document.bytes, place: value.range.lowerBound..<value.document.end))
  }
}
