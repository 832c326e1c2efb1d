internal import Bytes
internal import CrashModel
internal import Rendering
internal import SymbolModel

/// Writes HTML from front to back. Markup comes from literals of this program only; everything else is text, in which nothing is
/// markup and hidden characters are visible.
struct Markup: ~Copyable {
  /// The text so far that was not passed on, valid UTF-8.
  var bytes: [UInt8] { output.array }
  private var output: GrowingBytes
  private let pass: (@Sendable ([UInt8]) -> Void)?
  private static let piece = 1 << 20

  /// Starts an empty text. `pass` takes long texts piece by piece, see `passOn`.
  init(passing pass: (@Sendable ([UInt8]) -> Void)? = nil) { self.init(passing: pass, into: GrowingBytes()) }

  private init(passing pass: (@Sendable ([UInt8]) -> Void)?, into output: consuming GrowingBytes) {
    self.pass = pass
    self.output = output
  }

  private consuming func takeOutput() -> GrowingBytes { output }

  /// Returns what `write` writes but for what `pass` takes. `size` is about that of the text in bytes, or more: so large a text is not
  /// copied.
  static func bytes(
    size: Int, passing pass: (@Sendable ([UInt8]) -> Void)?, _ write: (inout Markup) -> Void
  ) -> [UInt8] {
    GrowingBytes.array(capacity: min(size, 4 * piece)) { output in
      var page = Markup(passing: pass, into: output)
      write(&page)
      return page.takeOutput()
    }
  }

  /// Passes on the text so far if it is long and somebody takes it.
  mutating func passOn() {
    guard let pass, output.count >= Self.piece else { return }
    pass(output.array)
    output.removeAll()
  }

  /// Writes markup of this program.
  @inline(__always)
  mutating func raw(_ markup: StaticString) { output.append(literal: markup) }

  /// Writes bytes that another `Markup` or a resource of this program has made.
  mutating func raw(_ made: [UInt8]) { output.append(copying: made.span) }

  /// Writes a style sheet or script of this program.
  mutating func raw(resource: PageResource) { output.append(copying: resource.text.utf8.span) }

  /// Writes text of a report. Control characters and bidirectional marks become visible; line feeds stay.
  mutating func text(_ text: String) {
    StepCount.count(text.utf8.count)
    let units = text.utf8.span
    if output.append(plainMarkup: units) { return }
    append(escaped: TerminalText.visible(text).utf8.span)
  }

  /// Writes a text that somebody lends, as `text` does.
  mutating func text(_ text: LentText) {
    StepCount.count(text.count)
    if text.withBytes({ output.append(plainMarkup: $0) }) { return }
    append(escaped: TerminalText.visible(text.string).utf8.span)
  }

  /// Writes the part of a text from a position on, which `start` returns. Does nothing and returns false if there is anything to escape.
  mutating func plain(_ text: LentText, from start: (Span<UInt8>) -> Int) -> Bool {
    StepCount.count(text.count)
    return text.withBytes { output.append(plainMarkup: $0.extracting(droppingFirst: start($0))) }
  }

  /// Writes text in which backticks enclose code.
  mutating func prose(_ text: String) {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return self.text(text) }
    for (order, part) in parts.enumerated() {
      if order % 2 == 1 { element("code", [:], String(part)) } else { self.text(String(part)) }
    }
  }

  /// Writes the digits of a whole number.
  mutating func digits(_ number: Int) {
    if number < 0 { output.append(UInt8(ascii: "-")) }
    output.append(decimal: UInt64(number.magnitude))
  }

  /// Writes the digits of a number.
  mutating func digits(_ number: UInt64) { output.append(decimal: number) }

  /// Writes an address: `0x` and its hexadecimal digits.
  mutating func address(_ number: UInt64) {
    output.append(literal: "0x")
    output.append(hexadecimal: number)
  }

  /// Writes a whole number, its digits in groups of three.
  mutating func number(_ number: Int) {
    if 0..<1000 ~= number { digits(number) } else { text(NumberFormat.grouped(number)) }
  }

  /// Writes a UUID or build ID.
  mutating func id(_ id: ImageID) { output.append(id) }

  /// Writes what `body` writes, and returns where it stands, for `write(again:)` before the next `passOn`.
  mutating func noting(_ body: (inout Markup) -> Void) -> Range<Int> {
    let start = output.count
    body(&self)
    return start..<output.count
  }

  /// Writes once more what stands in a range that `noting` returned.
  mutating func write(again range: Range<Int>) { output.append(again: range) }

  /// Writes an element with markup inside. `attributes` are names of this program and texts, in order; a nil value leaves the
  /// attribute out, an empty one writes only the name.
  mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ body: (inout Markup) -> Void
  ) {
    open(name, attributes)
    body(&self)
    close(name)
  }

  /// Writes an element with text inside.
  mutating func element(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ content: String) {
    element(name, attributes) { $0.text(content) }
  }

  /// Writes the start of an element, or an element that has no contents.
  mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]) {
    output.append(UInt8(ascii: "<"))
    output.append(literal: name)
    for (key, value) in attributes {
      guard let value else { continue }
      output.append(UInt8(ascii: " "))
      output.append(literal: key)
      guard !value.isEmpty else { continue }
      output.append(literal: "=\"")
      text(value)
      output.append(UInt8(ascii: "\""))
    }
    output.append(UInt8(ascii: ">"))
  }

  /// Writes the end of an element.
  mutating func close(_ name: StaticString) {
    output.append(literal: "</")
    output.append(literal: name)
    output.append(UInt8(ascii: ">"))
  }

  /// Writes a line end, for readers of the source.
  mutating func line() { raw("\n") }

  /// Writes bytes in which nothing is hidden; what is between marks in one piece.
  private mutating func append(escaped units: Span<UInt8>) {
    var start = 0
    for position in units.indices {
      guard let escape = Self.escape(units[position]) else { continue }
      output.append(copying: units.extracting(start..<position))
      output.append(literal: escape)
      start = position + 1
    }
    output.append(copying: units.extracting(start..<units.count))
  }

  private static func escape(_ unit: UInt8) -> StaticString? {
    switch unit {
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}
