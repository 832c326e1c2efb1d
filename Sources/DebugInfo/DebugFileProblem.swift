/// A debug file that cannot be used, or not completely.
package struct DebugFileProblem: Hashable, Sendable, CustomStringConvertible {
  /// The kind of problem.
  package enum Kind: Hashable, Sendable {
    /// Parts are unreadable, as the clause says.
    case damaged(String)
    /// A split file that it refers to was not found.
    case missingPart(String)
    /// Functions are called `__hidden#1_` and so on: Apple rebuilt the app from bitcode, and the names are in a map.
    case hiddenNames
    /// The file is an index, and damaged. With `isReplaced` it was removed, and the debug files answered instead.
    case damagedIndex(isReplaced: Bool)
  }

  /// The file.
  package let path: String
  /// The problem.
  package let kind: Kind

  /// Records a problem of a file.
  package init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// One clause without the path.
  package var description: String {
    switch kind {
    case .damaged(let what): "damaged: \(what); the readable part is used"
    case .damagedIndex(true): "this index was damaged and is removed; the debug file was read instead"
    case .damagedIndex(false):
      "this index is damaged: some answers are missing; add its debug file again (store add --index-only)"
    case .missingPart(let name): "part of its debug information is missing: \(name)"
    case .hiddenNames:
      "function names are obfuscated (bitcode build); apply the build's .bcsymbolmap with `dsymutil --symbol-map MAP DSYM` "
        + "(LLVM 14 has this option, LLVM 19 does not)"
    }
  }
}
