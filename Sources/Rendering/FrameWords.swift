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
    line.append(function)
    if let offset {
      line.append(mark: Self.plus)
      line.append(decimal: offset)
    }
    if isInlined { line.append(mark: Self.inlined) }
    if let source {
      line.append(mark: Self.opening)
      source.write(to: &line)
      line.append(UInt8(ascii: ")"))
    }
    if isMismatch { line.append(mark: Self.mismatch) }
  }

  private static let plus = Array(" + ".utf8)
  private static let inlined = Array(" [inlined]".utf8)
  private static let opening = Array(" (".utf8)
  private static let mismatch = Array(" [mismatch]".utf8)
}

/// The file and line of a function, as reports print them: `File.swift:12`, `File.swift:12, approximate`, `File.swift`.
struct PlaceWords {
  private let file: String
  /// Where the shown part of the path begins, in bytes.
  private let start: Int
  private let line: UInt32?
  private let isApproximate: Bool

  /// Nil without a file.
  init?(file: String?, line: UInt32?, isApproximate: Bool = false, _ style: FrameStyle) {
    guard let file, !file.isEmpty else { return nil }
    self.file = file
    start = style.fullPaths ? 0 : Self.lastComponent(file)
    self.line = line.flatMap { $0 > 0 ? $0 : nil }
    self.isApproximate = isApproximate
  }

  /// The words as a text.
  var text: String {
    var writer = LineWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Adds the words to the line that is being written.
  func write(to writer: inout LineWriter) {
    writer.append(file, from: start)
    guard let line else { return }
    writer.append(UInt8(ascii: ":"))
    writer.append(decimal: UInt64(line))
    if isApproximate { writer.append(", approximate") }
  }

  /// Where what follows the last `/` or `\` of a path begins; 0 when nothing follows it.
  private static func lastComponent(_ path: String) -> Int {
    let units = path.utf8.span
    var start = units.count
    while start > 0, units[start - 1] != UInt8(ascii: "/"), units[start - 1] != UInt8(ascii: "\\") { start -= 1 }
    return start == units.count ? 0 : start
  }
}
