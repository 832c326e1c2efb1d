import CrashModel

/// One line of a JavaScript stack, as Hermes, JavaScriptCore and React Native print them, with what a logger wrote before it.
///
/// | line | engine | column |
/// |---|---|---|
/// | `    at pay (address at index.android.bundle:1:2345)` | Hermes, bytecode | from 0 |
/// | `    at pay (http://localhost:8081/index.bundle:10:5)` | Hermes and V8, source | from 1 |
/// | `pay@http://localhost:8081/index.bundle:10:5`, `pay@main.jsbundle:1:2345` | JavaScriptCore | from 1 |
/// | `pay@1:2345`, in reasons also `pay@seg-1.js:1:2345` | React Native, which has parsed one of the above | from 0 |
/// | `    at map (native)`, `at map (<anonymous>)`, `map@[native code]`, `[native code]` | all | none |
/// | `    ... skipping 12 frames` | Hermes | none |
///
/// A function with a source, `pay (src/cart.ts:12:4)`, was named by a source map before: there is nothing left to look up.
struct ScriptFrameLine: Hashable {
  /// The meaning of a line.
  enum Kind: Hashable {
    /// A frame in a bundle.
    case frame(ScriptPosition)
    /// A frame whose source is in the line already.
    case named
    /// A frame in the engine itself, which no map describes.
    case native
    /// Omitted frames.
    case skipped(Int)
  }

  /// The meaning of the line.
  private(set) var kind: Kind
  /// The line's own information: the function, and the position as printed or, for `named`, the one in the source.
  private(set) var reported = ReportedSymbol()
  /// The bytes that a name with its source replaces: those of the function, empty if the line has none.
  private(set) var name: Range<Int>
  /// The bytes of the position if it is not in parentheses and gets some: `at main.jsbundle:3:1`. Nil for all other lines.
  private(set) var barePlace: Range<Int>?

  /// The function, or nil if the line has none.
  var function: String? { reported.symbol }

  /// Reads a line without its end. Returns nil if it is not a frame. In the reason of an exception (`isReason`), React Native
  /// has parsed the frames, and their columns count from 0.
  init?(_ bytes: [UInt8], _ line: Range<Int>, isReason: Bool = false) {
    let line = TextScan.trimmed(bytes, line)
    guard let last = line.last, let found = Self.frame(endingIn: bytes[last], bytes, line, isReason) else { return nil }
    self = found
  }

  private init(_ kind: Kind, _ name: Range<Int>) {
    self.kind = kind
    self.name = name
  }

  /// Returns whether a frame of a bundle may end here: at a line and a column, and a parenthesis at most. Looks at a few bytes
  /// only.
  static func endsFrame(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    guard let last = line.last, TextScan.isDigit(bytes[last]) || bytes[last] == UInt8(ascii: ")") || bytes[last] <= TextScan.space
    else { return false }
    var at = TextScan.trimmedEnd(bytes, line.lowerBound, line.upperBound)
    if at > line.lowerBound, bytes[at - 1] == UInt8(ascii: ")") { at -= 1 }
    guard let colon = numberStart(bytes, line.lowerBound, at), bytes[colon] == UInt8(ascii: ":"),
      let mark = numberStart(bytes, line.lowerBound, colon)
    else { return false }
    if bytes[mark] == UInt8(ascii: "@") { return true }
    // `12:30:45` is a time.
    return bytes[mark] == UInt8(ascii: ":") && mark > line.lowerBound && !TextScan.isDigit(bytes[mark - 1])
  }

  /// Returns the byte before the digits that end at a position, or nil if there are none.
  private static func numberStart(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    var at = end
    while at > start, end - at < 10, TextScan.isDigit(bytes[at - 1]) { at -= 1 }
    return at < end && at > start ? at - 1 : nil
  }

  /// Reads a line by its last byte.
  private static func frame(endingIn last: UInt8, _ bytes: [UInt8], _ line: Range<Int>, _ isReason: Bool) -> ScriptFrameLine? {
    switch last {
    case UInt8(ascii: "s"): skipped(bytes, line)
    case UInt8(ascii: "]"): sourceFrame(bytes, line, isReason)
    case UInt8(ascii: ")"): atFrame(bytes, line)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): atFrame(bytes, line) ?? sourceFrame(bytes, line, isReason)
    default: nil
    }
  }

  private static func equals(_ bytes: [UInt8], _ range: Range<Int>, _ text: String) -> Bool {
    range.count == text.utf8.count && TextScan.hasPrefix(bytes, range, text)
  }

  // MARK: Hermes and V8

  /// `... skipping N frames`.
  private static func skipped(_ bytes: [UInt8], _ line: Range<Int>) -> ScriptFrameLine? {
    guard TextScan.hasSuffix(bytes, line, " frames"), let start = TextScan.find(bytes, line, "... skipping "),
      isMargin(bytes, line.lowerBound..<start), let count = TextScan.decimal(bytes, start + 13, line.upperBound),
      count.end + 7 == line.upperBound, count.value < 1_000_000
    else { return nil }
    return ScriptFrameLine(.skipped(Int(count.value)), start..<start)
  }

  /// `at name (place)`, or `at place`, after a logger's prefix.
  private static func atFrame(_ bytes: [UInt8], _ line: Range<Int>) -> ScriptFrameLine? {
    var from = line.lowerBound
    while let at = TextScan.find(bytes, from..<line.upperBound, "at ") {
      if isMargin(bytes, line.lowerBound..<at) {
        return frame(bytes, TextScan.skipBlanks(bytes, at + 3, line.upperBound)..<line.upperBound)
      }
      from = at + 3
    }
    return bytecodeFrame(bytes, line)
  }

  /// `name (address at BUNDLE:1:2)` after other text of the line, as console messages have it: nothing else has this form.
  private static func bytecodeFrame(_ bytes: [UInt8], _ line: Range<Int>) -> ScriptFrameLine? {
    guard let open = TextScan.findLast(bytes, line, " (address at ") else { return nil }
    var end = open
    while let at = TextScan.findLast(bytes, line.lowerBound..<end, "at ") {
      if at == line.lowerBound || bytes[at - 1] <= TextScan.space { return frame(bytes, at + 3..<line.upperBound) }
      end = at
    }
    return nil
  }

  /// The part after `at `.
  private static func frame(_ bytes: [UInt8], _ text: Range<Int>) -> ScriptFrameLine? {
    guard let open = lastParenthesis(bytes, text) else {
      // A position without a bundle is a time of day: `at 10:30`.
      guard let found = Place(bytes, text, columnBase: 1), found.position.bundle != nil else { return nil }
      var line = ScriptFrameLine(.frame(found.position), text.lowerBound..<text.lowerBound)
      line.barePlace = text
      line.report(found, nil)
      return line
    }
    // V8 marks the frames of functions that were continued: `at async pay (...)`.
    let start = TextScan.hasPrefix(bytes, text, "async ") ? text.lowerBound + 6 : text.lowerBound
    let name = TextScan.trimmed(bytes, start..<max(start, open))
    // Frames of Kotlin/Native have an address before the function.
    guard TextScan.find(bytes, name, " 0x") == nil else { return nil }
    let place = open + 1..<text.upperBound - 1
    return frame(bytes, name, place)
  }

  private static func frame(_ bytes: [UInt8], _ name: Range<Int>, _ place: Range<Int>) -> ScriptFrameLine? {
    let mark = "address at "
    let isBytecode = TextScan.hasPrefix(bytes, place, mark)
    let start = isBytecode ? place.lowerBound + mark.utf8.count : place.lowerBound
    var line = ScriptFrameLine(.native, name)
    line.reported.symbol = function(bytes, name)
    if equals(bytes, place, "native") || equals(bytes, place, ScriptNames.anonymous) { return line }
    guard var found = Place(bytes, start..<place.upperBound, columnBase: isBytecode ? 0 : 1) else { return nil }
    if found.position.bundle == "InternalBytecode.js" { return line }
    if let done = named(bytes, name) { return done }
    found.position.isBytecode = isBytecode
    line.kind = .frame(found.position)
    line.report(found, line.reported.symbol)
    return line
  }

  /// Returns the parenthesis that opens the place at the end of a line: names may contain some, too.
  private static func lastParenthesis(_ bytes: [UInt8], _ text: Range<Int>) -> Int? {
    guard let last = text.last, bytes[last] == UInt8(ascii: ")") else { return nil }
    var depth = 0
    for index in text.reversed() {
      if bytes[index] == UInt8(ascii: ")") { depth += 1 }
      if bytes[index] == UInt8(ascii: "(") {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  // MARK: JavaScriptCore and React Native

  /// `name@place`, `[native code]`. Names may contain `@`; places of bundles do not.
  private static func sourceFrame(_ bytes: [UInt8], _ line: Range<Int>, _ isReason: Bool) -> ScriptFrameLine? {
    if equals(bytes, line, "[native code]") { return ScriptFrameLine(.native, line.lowerBound..<line.lowerBound) }
    guard let at = TextScan.findLast(bytes, line, "@") else { return nil }
    let head = TextScan.trimmed(bytes, line.lowerBound..<at)
    let place = at + 1..<line.upperBound
    let done = named(bytes, head)
    let whole = done?.name ?? head
    let start = nameStart(bytes, whole)
    guard isMargin(bytes, whole.lowerBound..<start) else { return nil }
    let name = start..<whole.upperBound
    var frame = ScriptFrameLine(.native, name.isEmpty ? at..<at : name)
    frame.reported.symbol = function(bytes, name)
    if equals(bytes, place, "[native code]") { return frame }
    guard let found = Place(bytes, place, columnBase: isReason && isPart(bytes, place) ? 0 : 1) else { return nil }
    if var done {
      (done.name, done.reported.symbol) = (name.lowerBound..<head.upperBound, frame.reported.symbol)
      return done
    }
    frame.kind = .frame(found.position)
    frame.report(found, frame.reported.symbol)
    return frame
  }

  /// Returns whether a place names only a part of a bundle, as React Native prints it: `seg-1.js:1:2`, `12.js:1:2`.
  private static func isPart(_ bytes: [UInt8], _ place: Range<Int>) -> Bool {
    TextScan.hasPrefix(bytes, place, "seg-") || place.first.map { TextScan.isDigit(bytes[$0]) } ?? false
  }

  /// Returns where the function begins before the `@`: JavaScriptCore has three names with a blank, all others are one word.
  private static func nameStart(_ bytes: [UInt8], _ head: Range<Int>) -> Int {
    for special in ["global code", "eval code", "module code"] where TextScan.hasSuffix(bytes, head, special) {
      return head.upperBound - special.utf8.count
    }
    return TextScan.wordStart(bytes, before: head.upperBound, from: head.lowerBound)
  }

  // MARK: Parts

  /// Returns whether the text before a frame is only what a logger writes there: `I/ReactNativeJS(812): `, `[js] `,
  /// `11:43:03.129 `, ` ERROR  `, columns that end in a tab.
  private static func isMargin(_ bytes: [UInt8], _ margin: Range<Int>) -> Bool {
    let content = TextScan.trimmed(bytes, margin)
    guard let last = content.last else { return margin.allSatisfy { bytes[$0] <= TextScan.space } }
    guard last + 1 < margin.upperBound else { return false }
    if bytes[last] == UInt8(ascii: "]") { return !isMethod(bytes, content) }
    if [UInt8(ascii: ":"), UInt8(ascii: "|"), UInt8(ascii: ">")].contains(bytes[last]) { return true }
    if bytes[last + 1] == UInt8(ascii: "\t") { return true }
    let word = TextScan.wordStart(bytes, before: last + 1, from: content.lowerBound)..<last + 1
    return isTime(bytes, word) || levels.contains { equals(bytes, word, $0) }
  }

  /// Returns whether a text that ends in `]` is an Objective-C method, whose position a debugger prints after `at`, too:
  /// `-[Basket perform] at Basket.m:19:3`.
  private static func isMethod(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
    guard let open = bytes[text].lastIndex(of: UInt8(ascii: "[")), open > text.lowerBound else { return false }
    return bytes[open - 1] == UInt8(ascii: "-") || bytes[open - 1] == UInt8(ascii: "+")
  }

  private static let levels = ["LOG", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "FATAL"]

  /// Returns whether a word is a time of day, also after a date: `11:43:03.129`, `2026-11-20T11:43:03+01:00`.
  private static func isTime(_ bytes: [UInt8], _ word: Range<Int>) -> Bool {
    let start = bytes[word].lastIndex(of: UInt8(ascii: "T")).map { $0 + 1 } ?? word.lowerBound
    guard start + 8 <= word.upperBound else { return false }
    for (place, byte) in bytes[start..<start + 8].enumerated() {
      guard place % 3 == 2 ? byte == UInt8(ascii: ":") : TextScan.isDigit(byte) else { return false }
    }
    return bytes[start + 8..<word.upperBound].allSatisfy { TextScan.isDigit($0) || ".,+-:Z".utf8.contains($0) }
  }

  /// Returns the frame of a function that its source follows: `pay (src/cart.ts:12:4)`.
  private static func named(_ bytes: [UInt8], _ text: Range<Int>) -> ScriptFrameLine? {
    guard let open = lastParenthesis(bytes, text), open > text.lowerBound, bytes[open - 1] == TextScan.space,
      let place = Place(bytes, open + 1..<text.upperBound - 1, columnBase: 0, allowsBlanks: true),
      let file = place.position.bundle
    else { return nil }
    var line = ScriptFrameLine(.named, text.lowerBound..<open - 1)
    line.reported = ReportedSymbol(symbol: function(bytes, line.name), file: file, line: place.position.line)
    line.reported.column = place.column
    return line
  }

  private mutating func report(_ place: Place, _ function: String?) {
    reported = ReportedSymbol(symbol: function, file: place.position.bundle, line: place.position.line)
    reported.column = place.column
  }

  /// Returns a function's name, or nil for an empty one and for what engines write if there is none.
  private static func function(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
    let text = TextScan.text(bytes, TextScan.trimmed(bytes, range))
    return ScriptNames.isKnown(text) ? text : nil
  }

  /// A position of a bundle in text: `BUNDLE:LINE:COLUMN`, or `LINE:COLUMN` alone, whose column React Native counts from 0.
  private struct Place {
    var position: ScriptPosition
    /// The column as printed.
    let column: UInt32

    init?(_ bytes: [UInt8], _ text: Range<Int>, columnBase: UInt32, allowsBlanks: Bool = false) {
      guard let second = ScriptFrameLine.numberStart(bytes, text.lowerBound, text.upperBound), bytes[second] == UInt8(ascii: ":"),
        let column = Self.number(bytes, second + 1, text.upperBound)
      else { return nil }
      self.column = column
      guard let first = ScriptFrameLine.numberStart(bytes, text.lowerBound, second) else {
        guard let line = Self.number(bytes, text.lowerBound, second), line > 0 else { return nil }
        position = ScriptPosition(bundle: nil, line: line, column: column)
        return
      }
      let bundle = text.lowerBound..<first
      guard bytes[first] == UInt8(ascii: ":"), !bundle.isEmpty, let line = Self.number(bytes, first + 1, second), line > 0,
        allowsBlanks || bytes[bundle.lowerBound] == UInt8(ascii: "/") || !bundle.contains(where: { bytes[$0] <= TextScan.space })
      else { return nil }
      position = ScriptPosition(
        bundle: TextScan.text(bytes, bundle), line: line, column: column >= columnBase ? column - columnBase : 0)
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ end: Int) -> UInt32? {
      guard let number = TextScan.decimal(bytes, start, end), number.end == end else { return nil }
      return UInt32(exactly: number.value)
    }
  }
}
