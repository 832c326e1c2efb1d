internal import Synchronization

/// Redacts a text that arrives in pieces. Lines are passed on whole, and so are the blocks of PEM, so that no value is divided. Several
/// threads may use it, in turn.
package final class RedactionStream: Sendable {
  private struct State {
    var encoding: WideText?
    var isFirst = true
    /// The bytes of a character in UTF-16 that is not complete.
    var partial: [UInt8] = []
    /// The text that waits for its end.
    var held: [UInt8] = []
  }

  private let redactor: Redactor
  private let state = Mutex(State())

  /// The number of bytes that show the encoding.
  private static let beginning = 16
  /// The longest text that waits for its end, in bytes; of a longer line, whole words are passed on.
  private static let longest = 1 << 16

  /// Starts at the beginning of a text.
  package init(_ redactor: Redactor) { self.redactor = redactor }

  /// Returns the text up to the last line end of a piece, redacted.
  package func redact(_ piece: [UInt8]) -> [UInt8] {
    state.withLock { state in
      state.partial += piece
      let isKnown = !state.isFirst || state.partial.count >= Self.beginning || state.partial.contains { $0 == 0x0a || $0 == 0x0d }
      guard isKnown else { return [] }
      Self.decode(&state)
      return pass(&state, upTo: Self.wholeEnd(state.held))
    }
  }

  /// Returns the rest, redacted: at the end of the text, or before something else that is redacted for itself.
  package func flush() -> [UInt8] {
    state.withLock { state in
      Self.decode(&state)
      let rest = pass(&state, upTo: state.held.count)
      defer { state.partial = [] }
      return rest + state.partial
    }
  }

  /// Decodes the bytes that are complete; the first ones tell how.
  private static func decode(_ state: inout State) {
    if state.isFirst, !state.partial.isEmpty {
      state.encoding = WideText(state.partial)
      state.isFirst = false
    }
    guard let encoding = state.encoding else {
      state.held += state.partial
      state.partial = []
      return
    }
    let whole = encoding.wholeCount(state.partial)
    state.held += encoding.decode(state.partial[..<whole])
    state.partial.removeFirst(whole)
  }

  private func pass(_ state: inout State, upTo end: Int) -> [UInt8] {
    guard end > 0 else { return [] }
    let redacted = redactor.redact(Array(state.held[..<end]))
    state.held.removeFirst(end)
    return state.encoding?.encode(redacted) ?? redacted
  }

  /// Returns the position after the last line that is complete, and before a block of PEM that is not.
  private static func wholeEnd(_ text: [UInt8]) -> Int {
    let end = text.lastIndex { $0 == 0x0a || $0 == 0x0d }.map { $0 + 1 } ?? 0
    let isLong = text.count - end > longest
    let whole = isLong ? text.lastIndex { $0 == 0x20 || $0 == 0x09 }.map { $0 + 1 } ?? text.count : end
    guard !isLong, let block = lastMark(in: text, before: whole), block.isOpen else { return whole }
    return text.count - block.position <= longest ? block.position : whole
  }

  /// Returns where the last block of PEM begins, and whether it has no end.
  private static func lastMark(in text: [UInt8], before end: Int) -> (position: Int, isOpen: Bool)? {
    var position = max(0, end - longest)
    var last: (Int, Bool)?
    while position + 10 < end {
      guard let dash = text[position..<end].firstIndex(of: UInt8(ascii: "-")) else { break }
      if text[dash..<end].starts(with: begin) { last = (dash, true) }
      if text[dash..<end].starts(with: finish) { last = last.map { ($0.0, false) } }
      position = dash + 1
    }
    return last
  }

  private static let begin = Array("-----BEGIN ".utf8)
  private static let finish = Array("-----END ".utf8)
}
