import CrashModel
import SymbolModel

/// The parts of one line that stands for a frame or for a function inlined into it.
struct FrameWords {
  /// The function's name.
  var function: String
  /// The distance from the function's start; nil when the function is inlined, or where that is unknown.
  var offset: UInt64?
  /// Whether the function is inlined into that of the next line.
  var isInlined = false
  /// The file and line; nil when unknown.
  var source: PlaceWords?
  /// A link to the place; nil when there is none.
  var url: String?
  /// Whether all this comes from a debug file with another ID.
  var isMismatch = false

  /// The function's name and the distance from its start: `main + 12`.
  var name: String { offset.map { "\(function) + \($0)" } ?? function }

  /// The file and line, for example `File.swift:12`; nil when unknown.
  var place: String? { source?.text }

  /// The line as reports print it: `name [inlined] (File.swift:12) [mismatch]`.
  var line: String {
    var writer = LineWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Adds the words of `line` to the line that is being written.
  func write(to line: inout LineWriter) {
    line.append(function: function, offset: offset, isInlined: isInlined)
    if let source { line.append(source) }
    if isMismatch { line.append(mark: Self.mismatch) }
  }

  /// What stands behind the words of debug files with another ID.
  static let mismatch: StaticString = " [mismatch]"
}

extension LineWriter {
  /// Adds a function's name to the line: `main + 12` or `pick [inlined]`.
  mutating func append(function: String, offset: UInt64?, isInlined: Bool) {
    append(function)
    if let offset {
      append(mark: " + ")
      append(decimal: offset)
    }
    if isInlined { append(mark: " [inlined]") }
  }

  /// Adds a file and line in parentheses, a blank before them; nothing without a file.
  mutating func append(place file: String?, line: UInt32?, isApproximate: Bool, _ style: FrameStyle) {
    guard let file, !file.isEmpty else { return }
    append(mark: " (")
    append(file, line: line, isApproximate: isApproximate, style)
    append(mark: ")")
  }

  /// Adds a place in parentheses, a blank before it.
  fileprivate mutating func append(_ place: PlaceWords) {
    append(mark: " (")
    append(words: place)
    append(mark: ")")
  }

  /// Adds a place: `File.swift:12`, `index.bundle:12:939`.
  fileprivate mutating func append(words place: PlaceWords) {
    append(place.file, line: place.line, isApproximate: place.isApproximate, place.style)
    guard let column = place.column, let line = place.line, line > 0 else { return }
    append(mark: ":")
    append(decimal: UInt64(column))
  }

  /// Adds a file and line: `File.swift:12`.
  fileprivate mutating func append(_ file: String, line: UInt32?, isApproximate: Bool, _ style: FrameStyle) {
    append(file, from: style.fullPaths ? 0 : PathText.lastComponentStart(file))
    guard let line, line > 0 else { return }
    append(mark: ":")
    append(decimal: UInt64(line))
    if isApproximate { append(mark: ", approximate") }
  }
}

/// The file and line of a function, as reports print them: `File.swift:12`, `File.swift:12, approximate`, `File.swift`; with the
/// column where lines are too long to tell without (`index.bundle:12:939`).
struct PlaceWords {
  fileprivate let file: String
  fileprivate let line: UInt32?
  fileprivate let column: UInt32?
  fileprivate let isApproximate: Bool
  fileprivate let style: FrameStyle

  /// Nil without a file.
  init?(file: String?, line: UInt32?, column: UInt32? = nil, isApproximate: Bool = false, _ style: FrameStyle) {
    guard let file, !file.isEmpty else { return nil }
    self.file = file
    self.line = line
    self.column = column
    self.isApproximate = isApproximate
    self.style = style
  }

  /// The words as a text.
  var text: String {
    var writer = LineWriter()
    writer.append(words: self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
