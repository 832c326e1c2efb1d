package import Bytes

/// Writes JSON text from front to back, in the order of the calls: all JSON that the program prints or keeps.
@usableFromInline
package struct JSONWriter: ~Copyable {
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
  package var bytes: [UInt8] { output.array }
  private var output: GrowingBytes
  private let layout: Layout
  private let pass: (@Sendable ([UInt8]) -> Void)?
  /// The number of open objects and arrays.
  private var depth = 0 {
    didSet { indent = layout == .indented ? 2 * min(depth, Self.deepestIndent) : nil }
  }
  /// The number of blanks before a member or element on a line of its own, or nil if all are on one line.
  private var indent: Int?
  /// Whether the innermost open one has contents.
  private var isFilled = false
  private var followsKey = false
  private var keys = MemberKeys()

  /// Starts an empty text. `pass` takes long texts piece by piece, see `passOn`.
  @usableFromInline
  package init(_ layout: Layout, passing pass: (@Sendable ([UInt8]) -> Void)? = nil) {
    self.init(layout, passing: pass, into: GrowingBytes())
  }

  /// Starts an empty text in the memory of `output`.
  private init(_ layout: Layout, passing pass: (@Sendable ([UInt8]) -> Void)?, into output: consuming GrowingBytes) {
    self.layout = layout
    self.pass = pass
    self.output = output
    indent = layout == .indented ? 0 : nil
  }

  /// Ends the text, and returns its memory.
  private consuming func takeOutput() -> GrowingBytes { output }

  /// Passes on the text so far if it is long and somebody takes it. Not inside `object`, which may take back what it wrote.
  @usableFromInline
  package mutating func passOn() {
    guard let pass, output.count >= Self.piece else { return }
    pass(output.array)
    output.removeAll()
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
    write(key: name)
    followsKey = true
  }

  /// Writes a key that may need escapes; its value must follow.
  package mutating func key(text name: String) {
    value(name)
    output.append(literal: layout == .indented ? ": " : ":")
    followsKey = true
  }

  /// Writes a string.
  package mutating func value(_ text: String) {
    separate()
    write(quoted: text)
  }

  /// Writes a number.
  @usableFromInline
  package mutating func value(unsigned number: UInt64) {
    separate()
    output.append(decimal: number)
  }

  /// Writes a whole number.
  @inlinable
  package mutating func value(_ number: some BinaryInteger) {
    if let small = UInt64(exactly: number) { value(unsigned: small) } else { value(raw: Array(String(number).utf8)) }
  }

  /// Writes `true` or `false`.
  package mutating func value(_ flag: Bool) {
    separate()
    output.append(literal: flag ? "true" : "false")
  }

  /// Writes `null`.
  package mutating func writeNull() {
    separate()
    output.append(literal: "null")
  }

  /// Writes a value that is JSON already, on one line.
  @usableFromInline
  package mutating func value(raw json: [UInt8]) {
    separate()
    StepCount.count(json.count)
    output.append(copying: json.span)
  }

  /// Writes an address or offset as a string of hexadecimal digits with `0x`.
  package mutating func hexValue(_ number: UInt64) {
    separate()
    write(hexadecimal: number)
  }

  /// Writes a line end.
  @usableFromInline
  package mutating func endLine() { output.append(UInt8(ascii: "\n")) }
}

extension JSONWriter {
  /// Writes a key and value unless the value is nil.
  package mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    write(key: name)
    write(quoted: text)
  }

  /// Writes a key and a text that somebody lends, unless it is nil.
  package mutating func member(_ name: StaticString, _ text: LentText?) {
    guard let text else { return }
    write(key: name)
    StepCount.count(text.count)
    if layout != .page, text.withBytes({ output.append(quoting: $0) }) { return }
    write(escaped: text.string)
  }

  /// Writes a key and a word of this program, which has letters, digits and `-` only.
  package mutating func member(_ name: StaticString, plain word: String) {
    write(key: name)
    output.append(UInt8(ascii: "\""))
    output.append(copying: word.utf8.span)
    output.append(UInt8(ascii: "\""))
  }

  /// Writes a key and a text of ASCII that needs no escapes, which `body` appends.
  package mutating func member(_ name: StaticString, plain body: (inout GrowingBytes) -> Void) {
    write(key: name)
    output.append(UInt8(ascii: "\""))
    body(&output)
    output.append(UInt8(ascii: "\""))
  }

  /// The layout and depth at which members can be written again; at least 256.
  private var form: Int {
    switch layout {
    case .indented: depth << 8 | 0x100 << 32
    case .line: 0x200 << 32
    case .page: 0x300 << 32
    }
  }

  /// Returns the members that `body` writes, to be written again. There must be a member before them.
  package mutating func members(_ body: (inout JSONWriter) -> Void) -> PackedText {
    let start = output.count
    body(&self)
    return .pack(form: form, output.array(start..<output.count))
  }

  /// Writes members again, after another one. Does nothing and returns false if they were written in another layout or depth.
  package mutating func write(again members: PackedText) -> Bool {
    guard members.form == form, isFilled else { return false }
    StepCount.count(members.steps)
    output.append(members)
    return true
  }

  /// Writes a key and number.
  @usableFromInline
  package mutating func member(_ name: StaticString, unsigned number: UInt64) {
    write(key: name)
    output.append(decimal: number)
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
    write(key: name)
    output.append(literal: flag ? "true" : "false")
  }

  /// Writes a key and an address or offset as a string of hexadecimal digits with `0x`, unless it is nil.
  package mutating func hexMember(_ name: StaticString, _ number: UInt64?) {
    guard let number else { return }
    write(key: name)
    write(hexadecimal: number)
  }

  /// Writes an array of strings, unless it is empty.
  package mutating func member(_ name: StaticString, _ texts: [String]) {
    if !texts.isEmpty { list(name, texts) { $0.value($1) } }
  }

  /// Writes an object unless `body` writes no key.
  package mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    let (start, wasFilled) = (output.count, isFilled)
    key(name)
    beginObject()
    body(&self)
    if isFilled { return endObject() }
    output.removeAll(from: start)
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
  /// takes all but the end of a long text. `size` is about that of the text in bytes, or more: so large a text is not copied.
  package static func objects<Element>(
    _ elements: [Element], size: Int = 1 << 12, passing pass: (@Sendable ([UInt8]) -> Void)? = nil,
    _ body: (inout JSONWriter, Element) -> Void
  ) -> [UInt8] {
    GrowingBytes.array(capacity: min(size, largest)) { output in
      var writer = JSONWriter(.indented, passing: pass, into: output)
      if elements.count != 1 { writer.beginArray() }
      for element in elements {
        body(&writer, element)
        writer.passOn()
      }
      if elements.count != 1 { writer.endArray() }
      writer.endLine()
      return writer.takeOutput()
    }
  }

  /// The largest size in bytes for which memory is taken before the text is known.
  private static var largest: Int { 4 << 20 }

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

  /// Writes what separates a key or value from the one before.
  @inline(__always)
  private mutating func separate() {
    StepCount.count()
    guard !followsKey, depth > 0 else {
      followsKey = false
      return
    }
    if isFilled { output.append(UInt8(ascii: ",")) }
    isFilled = true
    if let indent { breakLine(indent) }
  }

  @inline(__always)
  private mutating func breakLine(_ indent: Int) {
    output.append(UInt8(ascii: "\n"))
    output.append(spaces: indent)
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    output.append(bracket)
    depth += 1
    isFilled = false
  }

  private mutating func close(_ bracket: UInt8) {
    let breaksLine = isFilled
    depth -= 1
    isFilled = true
    if breaksLine, let indent { breakLine(indent) }
    output.append(bracket)
  }

  /// Writes what separates a member from the one before, and its key.
  @inline(__always)
  private mutating func write(key name: StaticString) {
    StepCount.count()
    if isFilled, let indent {
      keys.append(name, indent: indent, to: &output)
    } else {
      output.append(key: name, afterComma: isFilled, indent: indent)
      isFilled = true
    }
  }

  /// Writes a text between quotes. Characters beyond ASCII are checked one by one, and all of those for a page.
  private mutating func write(quoted text: String) {
    let units = text.utf8.span
    StepCount.count(units.count)
    if layout != .page, output.append(quoting: units) { return }
    write(escaped: text)
  }

  private mutating func write(escaped text: String) {
    output.append(UInt8(ascii: "\""))
    JSONString.append(escaped: text, to: &output, forPage: layout == .page)
    output.append(UInt8(ascii: "\""))
  }

  private mutating func write(hexadecimal number: UInt64) {
    output.append(quotingHexadecimal: number)
  }
}
