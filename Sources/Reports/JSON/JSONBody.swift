import JSONText

/// The JSON value that a report is. While the report is answered, which takes the most memory, a large one is only its place in the
/// text: the tape of a report of a million frames takes 80 MB.
struct JSONBody: Sendable {
  private enum State {
    case scanned(JSONValue)
    case folded(text: [UInt8], place: Range<Int>, count: Int)
  }

  private let state: State
  /// The number of values and keys from which a body is folded; each takes 16 bytes.
  static let largest = 1 << 20

  init(_ value: JSONValue) { state = .scanned(value) }

  private init(_ state: State) { self.state = state }

  /// The value. Scans a folded one again.
  var value: JSONValue {
    switch state {
    case .scanned(let value): value
    case .folded(let text, let place, let count): JSONDocument(text, in: place, expecting: count).root ?? .null
    }
  }

  /// Returns the same without its tape if that has at least `count` values and keys and holds nothing else.
  func folded(from count: Int = largest) -> JSONBody {
    guard case .scanned(let value) = state, value.isRoot, value.document.count >= count else { return self }
    let place = value.range.lowerBound..<value.document.end
    return JSONBody(.folded(text: value.document.bytes, place: place, count: value.document.count))
  }
}
