internal import Bytes

/// Writes JSON text from front to back, in the order of the calls: all JSON that the program prints or keeps. A key and its value
/// take one reservation of memory.
@usableFromInline
package struct JSONWriter: Sendable {
  /// The form of the text.
  @usableFromInline
  package enum Layout: Sendable {
    /// Indented by 2 blanks per level.
    case indented
    /// On one line.
    case line
    /// On one line that may stand inside an element of an HTML page: without `<`, `>`, `&` and apostrophes.
    case page
  }

  /// The text so far that was not passed on, valid UTF-8.
  @usableFromInline
  package private(set) var bytes: [UInt8] = []
  private let layout: Layout
  private let pass: (@Sendable ([UInt8]) -> Void)?
  /// The number of open objects and arrays.
  private var depth = 0
  /// Whether the innermost open one has contents.
  private var isFilled = false
  private var followsKey = false

  /// Starts an empty text. `pass` takes long texts piece by piece, see `passOn`.
  @usableFromInline
  package init(_ layout: Layout, passing pass: (@Sendable ([UInt8]) -> Void)? = nil) {
    self.layout = layout
    self.pass = pass
  }

  /// Passes on the text so far if it is long and somebody takes it. Not inside `object`, which may take back what it wrote.
  @usableFromInline
  package mutating func passOn() {
    guard let pass, bytes.count >= Self.piece else { return }
    pass(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private static let piece = 1 << 20

  /// Opens an object.
  @usableFromInline
  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes the innermost object.
  @usableFromInline
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array.
  @usableFromInline
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes the innermost array.
  @usableFromInline
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes a key that needs no escapes; its value must follow.
  @usableFromInline
  package mutating func key(_ name: StaticString) {
    let colon = colon
    put(room: Self.room(name)) { Self.write(name, colon, to: &$0) }
    followsKey = true
  }

  /// Writes a key that may need escapes; its value must follow.
  package mutating func key(text name: String) {
    value(name)
    bytes.append(literal: colon)
    followsKey = true
  }

  /// Writes a string.
  package mutating func value(_ text: String) {
    let units = text.utf8.span
    guard isPlain(units) else {
      put(room: 1) { $0.append(UInt8(ascii: "\"")) }
      JSONString.append(escaped: text, to: &bytes, forPage: layout == .page)
      return bytes.append(UInt8(ascii: "\""))
    }
    put(room: units.count + 2) { Self.write(quoted: units, to: &$0) }
  }

  /// Writes a number.
  @usableFromInline
  package mutating func value(unsigned number: UInt64) {
    put(room: OutputSpan<UInt8>.roomForNumber) { $0.append(decimal: number) }
  }

  /// Writes a whole number.
  @inlinable
  package mutating func value(_ number: some BinaryInteger) {
    if let small = UInt64(exactly: number) { value(unsigned: small) } else { value(raw: Array(String(number).utf8)) }
  }

  /// Writes `true` or `false`.
  package mutating func value(_ flag: Bool) { put(room: 5) { $0.append(literal: flag ? "true" : "false") } }

  /// Writes `null`.
  package mutating func writeNull() { put(room: 4) { $0.append(literal: "null") } }

  /// Writes a value that is JSON already, on one line.
  @usableFromInline
  package mutating func value(raw json: [UInt8]) {
    let json = json.span
    put(room: json.count) { $0.append(copying: json) }
  }

  /// Writes an address or offset as a string of hexadecimal digits with `0x`.
  package mutating func hexValue(_ number: UInt64) {
    put(room: OutputSpan<UInt8>.roomForNumber + 4) { Self.write(hexadecimal: number, to: &$0) }
  }

  /// Writes a line end.
  @usableFromInline
  package mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }
}

extension JSONWriter {
  /// Writes a key and value unless the value is nil.
  package mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    let units = text.utf8.span
    guard isPlain(units) else {
      key(name)
      return value(text)
    }
    let colon = colon
    put(room: Self.room(name) + units.count + 2) { output in
      Self.write(name, colon, to: &output)
      Self.write(quoted: units, to: &output)
    }
  }

  /// Writes a key and number.
  @usableFromInline
  package mutating func member(_ name: StaticString, unsigned number: UInt64) {
    let colon = colon
    put(room: Self.room(name) + OutputSpan<UInt8>.roomForNumber) { output in
      Self.write(name, colon, to: &output)
      output.append(decimal: number)
    }
  }

  /// Writes a key and number unless the number is nil.
  @inlinable
  package mutating func member(_ name: StaticString, _ number: (some BinaryInteger)?) {
    guard let number else { return }
    if let small = UInt64(exactly: number) { return member(name, unsigned: small) }
    key(name)
    value(number)
  }

  /// Writes a key and flag unless the flag is nil.
  package mutating func member(_ name: StaticString, _ flag: Bool?) {
    guard let flag else { return }
    let colon = colon
    put(room: Self.room(name) + 5) { output in
      Self.write(name, colon, to: &output)
      output.append(literal: flag ? "true" : "false")
    }
  }

  /// Writes a key and an address or offset as a string of hexadecimal digits with `0x`, unless it is nil.
  package mutating func hexMember(_ name: StaticString, _ number: UInt64?) {
    guard let number else { return }
    let colon = colon
    put(room: Self.room(name) + OutputSpan<UInt8>.roomForNumber + 4) { output in
      Self.write(name, colon, to: &output)
      Self.write(hexadecimal: number, to: &output)
    }
  }

  /// Writes an array of strings, unless it is empty.
  package mutating func member(_ name: StaticString, _ texts: [String]) {
    if !texts.isEmpty { list(name, texts) { $0.value($1) } }
  }

  /// Writes an object unless `body` writes no key.
  package mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    let (start, wasFilled) = (bytes.count, isFilled)
    key(name)
    beginObject()
    body(&self)
    if isFilled { return endObject() }
    bytes.removeSubrange(start...)
    depth -= 1
    isFilled = wasFilled
  }

  /// Writes an array of objects unless there are none.
  @inlinable
  package mutating func array<Elements: Collection>(
    _ name: StaticString, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    list(name, elements) { writer, element in
      writer.beginObject()
      body(&writer, element)
      writer.endObject()
    }
  }

  /// Writes an array of what `body` writes for each element, also if there are none.
  @inlinable
  package mutating func list<Elements: Sequence>(
    _ name: StaticString, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements { body(&self, element) }
    endArray()
  }
}

extension JSONWriter {
  /// Returns what `body` writes for each element: one indented object for one, an array of them for several, and a line end. `pass`
  /// takes all but the end of a long text.
  @inlinable
  package static func objects<Element>(
    _ elements: [Element], passing pass: (@Sendable ([UInt8]) -> Void)? = nil, _ body: (inout JSONWriter, Element) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter(.indented, passing: pass)
    if elements.count != 1 { writer.beginArray() }
    for element in elements {
      body(&writer, element)
      writer.passOn()
    }
    if elements.count != 1 { writer.endArray() }
    writer.endLine()
    return writer.bytes
  }

  /// Writes an array of numbers.
  package mutating func values(_ numbers: [Int]) {
    beginArray()
    for number in numbers { value(number) }
    endArray()
  }
}

extension JSONWriter {
  /// Deeper levels are not indented further: a thousand brackets in the app's own data would become a megabyte of blanks.
  private static let deepestIndent = 40

  private var colon: StaticString { layout == .indented ? ": " : ":" }

  /// Writes what separates a key or value from the one before, and then at most `room` bytes.
  private mutating func put(room: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
    StepCount.count(room)
    guard !followsKey, depth > 0 else {
      followsKey = false
      return bytes.append(addingCapacity: room, initializingWith: body)
    }
    let (needsComma, indent) = (isFilled, indent)
    isFilled = true
    bytes.append(addingCapacity: room + indent + 10) { output in
      if needsComma { output.append(UInt8(ascii: ",")) }
      if indent >= 0 {
        output.append(UInt8(ascii: "\n"))
        output.append(spaces: indent)
      }
      body(&output)
    }
  }

  /// The number of blanks before what is written next, or -1 on one line.
  private var indent: Int { layout == .indented ? 2 * min(depth, Self.deepestIndent) : -1 }

  private mutating func open(_ bracket: UInt8) {
    put(room: 1) { $0.append(bracket) }
    depth += 1
    isFilled = false
  }

  private mutating func close(_ bracket: UInt8) {
    let breaksLine = isFilled && layout == .indented
    depth -= 1
    isFilled = true
    if breaksLine {
      bytes.append(UInt8(ascii: "\n"))
      bytes.append(spaces: indent)
    }
    bytes.append(bracket)
  }

  /// Returns whether a text needs no escapes. Characters beyond ASCII are checked one by one, and all of those for a page.
  private func isPlain(_ units: Span<UInt8>) -> Bool {
    layout != .page && ByteSearch.unusual(in: units, from: 0) == units.count
      && ByteSearch.quoteOrBackslash(in: units, from: 0) == units.count
  }

  private static func room(_ name: StaticString) -> Int { name.utf8CodeUnitCount + 4 }

  private static func write(_ name: StaticString, _ colon: StaticString, to output: inout OutputSpan<UInt8>) {
    output.append(UInt8(ascii: "\""))
    output.append(literal: name)
    output.append(UInt8(ascii: "\""))
    output.append(literal: colon)
  }

  private static func write(quoted units: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    output.append(UInt8(ascii: "\""))
    output.append(copying: units)
    output.append(UInt8(ascii: "\""))
  }

  private static func write(hexadecimal number: UInt64, to output: inout OutputSpan<UInt8>) {
    output.append(literal: "\"0x")
    output.append(hexadecimal: number)
    output.append(UInt8(ascii: "\""))
  }
}
