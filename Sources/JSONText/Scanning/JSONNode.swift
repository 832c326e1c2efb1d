/// One entry of the tape: a value or a key, in the order of the text. An object's entry is followed by its keys, each
/// followed by its value; an array's by its elements.
struct JSONNode: Sendable {
  /// The kind of the entry.
  enum Kind: UInt8, Sendable {
    case object, array, string, number, trueWord, falseWord, null
    /// A key. Its value is the next entry.
    case key
    /// A value that is missing or unreadable: cut off, an unknown literal, nested too deeply.
    case missing
  }

  /// The kind of the entry.
  var kind: Kind
  /// For strings and keys: whether there are escapes. For containers: whether the closing bracket is missing.
  var marked: Bool
  /// The position of the first byte, including quotes and brackets.
  var start: UInt32
  /// The position after the last byte, including quotes and brackets.
  var end: UInt32
  /// The position on the tape of the entry after this value and everything inside it. For keys: the fingerprint of the name
  /// (`JSONName`), since the next entry is always the key's value.
  var next: UInt32

  /// Whether it is an object or array.
  var isContainer: Bool { kind == .object || kind == .array }

  init(_ kind: Kind, _ start: Int, _ end: Int, marked: Bool, next: UInt32) {
    (self.kind, self.marked, self.next) = (kind, marked, next)
    (self.start, self.end) = (UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: end))
  }

  /// Ends a container whose closing bracket is there, or with `cut` is missing.
  mutating func close(at end: Int, next: Int, cut: Bool = false) {
    (self.end, self.next, marked) = (UInt32(truncatingIfNeeded: end), UInt32(truncatingIfNeeded: next), cut)
  }
}
