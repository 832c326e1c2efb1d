package import AppleLayout

/// Paints text for a terminal: the crashed thread's header and the app's own frames are highlighted, files and lines have a second
/// color, `[inlined]` is dim. Files and lines that have a link become links. Control characters in the text are made visible.
///
/// The only type that knows the escape sequences of colors (ECMA-48, SGR) and links (OSC 8).
package enum TerminalPainter {
  /// Returns the text with escape sequences; without them, it equals `StyledText.visible`.
  package static func painted(_ text: StyledText) -> [UInt8] {
    let text = text.visible
    let styles = text.styles.sorted { ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound) }
    var result: [UInt8] = []
    result.reserveCapacity(text.bytes.count + 32 * styles.count)
    var position = 0
    var line: StyledRange?
    func copy(to end: Int) {
      if let open = line, open.range.upperBound <= end {
        result += text.bytes[position..<open.range.upperBound]
        result += Self.end
        position = open.range.upperBound
        line = nil
      }
      result += text.bytes[position..<end]
      position = end
    }
    for piece in styles where piece.range.lowerBound >= position && piece.range.upperBound <= text.bytes.count {
      copy(to: piece.range.lowerBound)
      if line == nil, piece.style.isOfLines {
        result += piece.style.start
        line = piece
      } else {
        if line != nil { result += Self.end }
        result += piece.style.start + linked(text.bytes[piece.range], to: piece.link) + Self.end
        position = piece.range.upperBound
        if let line { result += line.style.start }
      }
    }
    copy(to: text.bytes.count)
    return result
  }

  /// The sequence that switches every style off.
  private static let end = Array("\u{1B}[0m".utf8)

  /// Returns text that links to `url`, printable ASCII, on terminals that support links; the text itself without one.
  private static func linked(_ text: ArraySlice<UInt8>, to url: String?) -> [UInt8] {
    guard let url, url.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return Array(text) }
    return Array("\u{1B}]8;;\(url)\u{1B}\\".utf8) + text + Array("\u{1B}]8;;\u{1B}\\".utf8)
  }
}

extension TextStyle {
  /// Whether the style is that of whole lines, which contain pieces with other styles.
  fileprivate var isOfLines: Bool { self == .crashedThread || self == .appFrame }

  /// The sequence that switches the style on.
  fileprivate var start: [UInt8] {
    switch self {
    case .crashedThread: Array("\u{1B}[1;31m".utf8)
    case .appFrame: Array("\u{1B}[1m".utf8)
    case .place: Array("\u{1B}[36m".utf8)
    case .inlinedMark: Array("\u{1B}[2m".utf8)
    case .warning: Array("\u{1B}[33m".utf8)
    }
  }
}
