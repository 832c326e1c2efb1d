/// A `.bcsymbolmap`, which Xcode made for apps with bitcode: the names that take the place of `__hidden#1_` in the dSYMs of App Store
/// Connect. It has no addresses.
package enum BitcodeSymbolMap {
  /// The extension of the name, with the dot.
  package static let suffix = ".bcsymbolmap"

  private static let head = Array("BCSymbolMap Version:".utf8)

  /// Returns whether a file begins as such a map does.
  package static func begins(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: head) }

  /// What it is and what to do with it, as clauses.
  package static let explanation =
    "a BCSymbolMap: names that Apple hid in the dSYM of a bitcode build, without addresses; apply it to that dSYM with "
    + "`dsymutil --symbol-map MAP DSYM`, then pass the dSYM with -s"
}
