/// One entry of the tape: a value or a key, in the order of the text. An object's entry is followed by its keys, each
/// followed by its value; an array's by its elements.
struct JSONNode: Sendable {
  /// What the entry is.
  enum Kind: UInt8, Sendable {
    case object, array, string, number, trueWord, falseWord, null
    /// A member's name. Its value is the next entry.
    case key
    /// A value that is not there or not readable: cut off, an unknown word, nested too deeply.
    case missing
  }

  /// What the entry is.
  var kind: Kind
  /// In strings and keys: whether there are escapes. In containers: whether the closing bracket is missing.
  var marked: Bool
  /// The first byte, quotes and brackets included.
  var start: UInt32
  /// The byte after the last one, quotes and brackets included.
  var end: UInt32
  /// The position on the tape of the entry after this value and everything inside it. In keys: the fingerprint of the name
  /// (`JSONName`), since the next entry is always the member's value.
  var next: UInt32
}
