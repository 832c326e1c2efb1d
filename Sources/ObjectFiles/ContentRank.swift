/// How much a debug file tells, for a choice between files with one ID. Raw values are part of hashes and of cached headers.
package enum ContentRank: Int, Sendable, Comparable {
  /// Symbols that other images link against, or none.
  case exports = 1
  case symbols
  /// Functions, inlined calls and lines of a symbol file of Breakpad.
  case breakpad
  case dwarf

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
