/// The style of a piece of output on a terminal. Named by meaning, not by color.
enum ANSIStyle {
  /// The header of the thread that crashed.
  case crashedThread
  /// A frame of one of the app's images.
  case appFrame
  /// A file and line.
  case place
  /// The mark of an inlined function.
  case inlinedMark
  /// The mark of a debug file with another ID.
  case warning

  /// The sequence that switches the style on.
  var start: [UInt8] {
    switch self {
    case .crashedThread: Array("\u{1B}[1;31m".utf8)
    case .appFrame: Array("\u{1B}[1m".utf8)
    case .place: Array("\u{1B}[36m".utf8)
    case .inlinedMark: Array("\u{1B}[2m".utf8)
    case .warning: Array("\u{1B}[33m".utf8)
    }
  }

  /// The sequence that switches every style off.
  static let end = Array("\u{1B}[0m".utf8)

  /// Returns text that links to `url`, printable ASCII, on terminals that support links (OSC 8); the text itself without one.
  static func linked(_ text: some Sequence<UInt8>, to url: String?) -> [UInt8] {
    guard let url, url.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return Array(text) }
    return Array("\u{1B}]8;;\(url)\u{1B}\\".utf8) + text + Array("\u{1B}]8;;\u{1B}\\".utf8)
  }
}
