internal import CrashModel

/// Reads the lines of stacks of JavaScript, as Hermes, JavaScriptCore and React Native print them. The text is that of one line without its
/// end.
///
/// | line | engine | column |
/// |---|---|---|
/// | `    at pay (address at index.android.bundle:1:2345)` | Hermes, bytecode | from 0 |
/// | `    at pay (http://localhost:8081/index.bundle:10:5)` | Hermes and V8, source | from 1 |
/// | `pay@http://localhost:8081/index.bundle:10:5`, `pay@main.jsbundle:1:2345` | JavaScriptCore | from 1 |
/// | `pay@1:2345` | React Native, which has read one of the above | from 0 |
/// | `    at map (native)`, `map@[native code]`, `[native code]` | all | none |
/// | `    ... skipping 12 frames` | Hermes | none |
struct ScriptFrameLine: Hashable {
  /// What a line is.
  enum Kind: Hashable {
    /// A frame in a bundle.
    case frame(ScriptPosition)
    /// A frame in the engine itself, which no map describes.
    case native
    /// Frames that were left out.
    case skipped(Int)
  }

  /// What the line is.
  let kind: Kind
  /// The function; nil when the line gives none.
  let function: String?

  /// Reads a line; nil when it is no frame.
  static func parse(_ line: Substring) -> ScriptFrameLine? {
    let text = trimmed(line)
    if text.hasPrefix("at ") { return atFrame(text.dropFirst(3)) }
    if text.hasPrefix("... skipping ") { return skipped(text) }
    return sourceFrame(text)
  }

  /// `... skipping N frames`.
  private static func skipped(_ text: Substring) -> ScriptFrameLine? {
    let rest = text.dropFirst("... skipping ".count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard rest.dropFirst(digits.count) == " frames" || rest.dropFirst(digits.count) == " frame", let count = Int(digits) else {
      return nil
    }
    return ScriptFrameLine(kind: .skipped(count), function: nil)
  }

  // MARK: Hermes and V8

  /// What follows `at `: `name (place)`, or a place alone.
  private static func atFrame(_ text: Substring) -> ScriptFrameLine? {
    guard text.hasSuffix(")"), let open = lastParenthesis(text) else {
      // A position without a bundle is a time of day: `at 10:30`.
      guard let found = position(text, columnBase: 1), found.bundle != nil else { return nil }
      return ScriptFrameLine(kind: .frame(found), function: nil)
    }
    let function = name(trimmed(text[..<open]))
    let place = text[text.index(after: open)...].dropLast()
    if place == "native" { return ScriptFrameLine(kind: .native, function: function) }
    let mark = "address at "
    let isBytecode = place.hasPrefix(mark)
    guard var found = position(isBytecode ? place.dropFirst(mark.count) : place, columnBase: isBytecode ? 0 : 1) else {
      return nil
    }
    if found.bundle == "InternalBytecode.js" { return ScriptFrameLine(kind: .native, function: function) }
    found.isBytecode = isBytecode
    return ScriptFrameLine(kind: .frame(found), function: function)
  }

  /// The parenthesis that opens the place at the end of a line: names may hold some, too.
  private static func lastParenthesis(_ text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.indices.reversed() {
      if text[index] == ")" { depth += 1 }
      if text[index] == "(" {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  // MARK: JavaScriptCore and React Native

  /// `name@place`, `[native code]`. Names may hold `@`; places of bundles do not.
  private static func sourceFrame(_ text: Substring) -> ScriptFrameLine? {
    if text == "[native code]" { return ScriptFrameLine(kind: .native, function: nil) }
    guard let at = text.lastIndex(of: "@") else { return nil }
    let function = name(text[..<at])
    let place = text[text.index(after: at)...]
    if place == "[native code]" { return ScriptFrameLine(kind: .native, function: function) }
    guard let found = position(place, columnBase: 1) else { return nil }
    // A name with blanks is a sentence with an address of mail, but for JavaScriptCore's own.
    let isName = text[..<at].allSatisfy { !$0.isWhitespace } || ["global code", "eval code", "module code"].contains(text[..<at])
    return isName ? ScriptFrameLine(kind: .frame(found), function: function) : nil
  }

  // MARK: Parts

  /// `BUNDLE:LINE:COLUMN`, or `LINE:COLUMN` alone, whose column React Native counts from 0.
  private static func position(_ text: Substring, columnBase: UInt32) -> ScriptPosition? {
    guard let second = text.lastIndex(of: ":"), let column = UInt32(text[text.index(after: second)...]) else { return nil }
    let before = text[..<second]
    let first = before.lastIndex(of: ":")
    let digits = first.map { before[before.index(after: $0)...] } ?? before
    guard let line = UInt32(digits), line > 0, text.last?.isNumber == true else { return nil }
    let bundle = first.map { String(before[..<$0]) } ?? ""
    if bundle.isEmpty { return ScriptPosition(bundle: nil, line: line, column: column) }
    guard !bundle.contains(where: \.isWhitespace) || bundle.hasPrefix("/") else { return nil }
    return ScriptPosition(bundle: bundle, line: line, column: column >= columnBase ? column - columnBase : 0)
  }

  /// A name of a function; nil for an empty one and for what engines write where there is none.
  private static func name(_ text: Substring) -> String? {
    let text = trimmed(text)
    return text.isEmpty || text == "anonymous" || text == "<anonymous>" || text == "?anon_0_" ? nil : String(text)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
    return text
  }
}
