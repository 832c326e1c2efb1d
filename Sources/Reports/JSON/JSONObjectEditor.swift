import JSONText

/// Sets keys of one JSON object by edits of its text: existing text stays, byte for byte, and new text uses the object's own
/// spacing.
struct JSONObjectEditor {
  private let object: JSONValue
  /// The text between the brace or comma and the last key.
  private let gap: [UInt8]
  /// The text between the last key and its value.
  private let colon: [UInt8]
  private let insertion: Int
  private var isEmpty: Bool
  private var added: [UInt8] = []

  /// Prepares edits of an object. Returns nil for anything else, and for an object that is cut off or whose last value is: what is added
  /// there would belong to that value.
  init?(_ object: JSONValue) {
    guard object.kind == .object, object.isClosed else { return nil }
    let bytes = object.document.bytes
    var last: (key: Range<Int>, value: Range<Int>)?
    for (key, value) in object.members where !key.range.isEmpty {
      if value.kind == .object || value.kind == .array, !value.isClosed { return nil }
      last = (key.range, value.range)
    }
    self.object = object
    isEmpty = last == nil
    guard let last else {
      insertion = object.range.lowerBound + 1
      gap = []
      colon = [UInt8(ascii: ":")]
      return
    }
    insertion = max(last.value.upperBound, last.key.upperBound)
    gap = Array(bytes[Self.blanksBegin(bytes, before: last.key.lowerBound)..<last.key.lowerBound])
    let between = Array(bytes[last.key.upperBound..<max(last.value.lowerBound, last.key.upperBound)])
    colon = between.contains(UInt8(ascii: ":")) ? between : [UInt8(ascii: ":")]
  }

  private static func blanksBegin(_ bytes: [UInt8], before position: Int) -> Int {
    var start = position
    while start > 0, bytes[start - 1] <= 0x20 { start -= 1 }
    return start
  }

  /// Returns the current value of a key.
  subscript(key: String) -> JSONValue? { object[key] }

  /// Sets a key to a string; does nothing if it has that value already, in any spelling.
  mutating func set(_ key: String, string: String, _ edits: inout ByteEdits) {
    if object[key]?.string != string { set(key, text: JSONString.encode(string), &edits) }
  }

  /// Sets a key to an integer; does nothing if it has that value already.
  mutating func set(_ key: String, number: UInt64, _ edits: inout ByteEdits) {
    if object[key]?.uint64 != number { set(key, text: String(number), &edits) }
  }

  /// Sets a key to a value that is given as JSON text. A list or an object where the new value is none stays, and so does a value that
  /// goes past the end of its line: a damaged report has a wrong bracket or lacks a quotation mark there, and the value contains more
  /// than it should.
  mutating func set(_ key: String, text: String, _ edits: inout ByteEdits) {
    if let present = object[key], !present.range.isEmpty {
      let isList = present.kind == .array || present.kind == .object
      guard !isList || present.text.utf8.first == text.utf8.first else { return }
      let isOwn = key == "symbolication" && present.kind == .array
      guard isOwn || !object.document.bytes[present.range].contains(UInt8(ascii: "\n")) else { return }
      if present.text != text { edits.replace(present.range, with: Array(text.utf8)) }
    } else {
      if !isEmpty { added.append(UInt8(ascii: ",")) }
      isEmpty = false
      added += gap + Array(JSONString.encode(key).utf8) + colon + Array(text.utf8)
    }
  }

  /// Adds the new keys to `edits`. Must be called once, after all keys are set.
  func finish(_ edits: inout ByteEdits) {
    if !added.isEmpty { edits.replace(insertion..<insertion, with: added) }
  }
}
