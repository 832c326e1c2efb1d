package import Bytes
import CrashModel

/// The parts of one line for a frame or for a function inlined into it.
package struct FrameWords: Sendable {
  /// The function's name.
  package var function: String
  /// The distance from the function's start, or nil if the function is inlined or the distance unknown.
  package var offset: UInt64?
  /// Whether the function is inlined into that of the next line.
  package var isInlined = false
  /// The file and line, or nil if unknown.
  package var source: PlaceWords?
  /// A link to the source line, or nil if there is none.
  package var url: String?
  /// Whether the answer comes from a debug file with another ID.
  package var isMismatch = false
  /// The position in a script's bundle that the answer is for, or nil for machine code: `main.jsbundle:1:2345`.
  package var bundle: String?

  /// Takes the parts of a line.
  package init(
    function: String, offset: UInt64? = nil, isInlined: Bool = false, source: PlaceWords? = nil, url: String? = nil,
    isMismatch: Bool = false, bundle: String? = nil
  ) {
    (self.function, self.offset, self.isInlined, self.source) = (function, offset, isInlined, source)
    (self.url, self.isMismatch, self.bundle) = (url, isMismatch, bundle)
  }

  /// The function's name and the distance from its start: `main + 12`.
  package var name: String { offset.map { "\(function) + \($0)" } ?? function }

  /// The file and line, for example `File.swift:12`, or nil if unknown.
  package var place: String? { source?.text }

  /// The line as in reports: `name [inlined] (File.swift:12) [mismatch]`, `name (src/cart.ts:12:4) (main.jsbundle:1:2345)`.
  package var line: String {
    var writer = LineWriter()
    writer.end = []
    write(beside: "", to: &writer)
    return String(decoding: writer.bytes.array, as: UTF8.self)
  }

  /// Writes the parts as a line: `0x105bf8000 + 37256 (checkout(_:at:) + 24 (Checkout.swift:31))`, or, without `distance`, only
  /// the text in the parentheses.
  package func write(beside distance: String, to writer: inout LineWriter) {
    writer.write(
      function, offset: offset, isInlined: isInlined, at: source, link: url, isMismatch: isMismatch, bundle: bundle,
      beside: distance)
  }
}

extension LineWriter {
  /// Writes a line: `main + 12 (main.c:9)` or `pick [inlined] (pick.c:3)`, in parentheses beside `distance` unless that is empty;
  /// without a file, only the function. `link` is where the file and line lead.
  package mutating func write(
    _ function: String, offset: UInt64?, isInlined: Bool, at place: PlaceWords?, link: String?, isMismatch: Bool,
    bundle: String? = nil, beside distance: String
  ) {
    let offset = omitsOffsets ? nil : offset
    let start = bytes.count
    var (mark, file, warning) = (0..<0, 0..<0, 0..<0)
    writeLine { line in
      if !distance.isEmpty {
        line.append(line: distance.utf8.span)
        line.append(literal: " (")
      }
      if !line.append(printable: function.utf8.span) { line.append(line: TerminalText.visible(function).utf8.span) }
      if let offset {
        line.append(literal: " + ")
        line.append(decimal: offset)
      }
      if isInlined { mark = line.append(piece: " [inlined]") }
      if let place {
        line.append(UInt8(ascii: " "))
        let open = line.count
        line.append(UInt8(ascii: "("))
        place.write(to: &line)
        line.append(UInt8(ascii: ")"))
        file = open..<line.count
      }
      if isMismatch { warning = line.append(piece: " [mismatch]") }
      if !distance.isEmpty { line.append(UInt8(ascii: ")")) }
      if let bundle {
        line.append(literal: " (")
        line.append(line: bundle.utf8.span)
        line.append(UInt8(ascii: ")"))
      }
    }
    styleLine(
      from: start,
      [StyledRange(mark, .inlinedMark), StyledRange(file, .place, link: link), StyledRange(warning, .warning)]
        .filter { !$0.range.isEmpty })
  }
}

extension GrowingBytes {
  /// Appends a string literal of the program and returns where it is.
  fileprivate mutating func append(piece text: StaticString) -> Range<Int> {
    let start = count
    append(literal: text)
    return start..<count
  }
}

/// The file and line of a function, as in reports: `File.swift:12`, `File.swift:12, approximate`, `File.swift`; with the column
/// if lines are too long without it (`index.bundle:12:939`).
package struct PlaceWords: Sendable {
  private let file: String
  /// The start of the shown part of `file`.
  private let start: Int
  private let line: UInt32?
  private let column: UInt32?
  private let isApproximate: Bool

  /// Takes the source position of a function. Returns nil without a file.
  package init?(file: String?, line: UInt32?, column: UInt32? = nil, isApproximate: Bool = false, _ style: FrameStyle) {
    guard let file, !file.isEmpty else { return nil }
    if HiddenCharacter.first(in: file.utf8.span) == nil {
      self.file = file
      start = style.fullPaths ? 0 : PathText.lastComponentStart(file)
    } else {
      // Making characters visible adds backslashes, which do not separate components.
      self.file = TerminalText.visible(style.fullPaths ? file : PathText.lastComponent(of: file))
      start = 0
    }
    self.line = line
    self.column = column
    self.isApproximate = isApproximate
  }

  package var text: String {
    var bytes = GrowingBytes()
    write(to: &bytes)
    return String(decoding: bytes.array, as: UTF8.self)
  }

  /// Appends the text to a line.
  package func write(to line: inout GrowingBytes) {
    line.append(line: file.utf8.span.extracting(droppingFirst: start))
    guard let number = self.line, number > 0 else { return }
    line.append(UInt8(ascii: ":"))
    line.append(decimal: UInt64(number))
    if isApproximate { line.append(literal: ", approximate") }
    guard let column else { return }
    line.append(UInt8(ascii: ":"))
    line.append(decimal: UInt64(column))
  }
}
