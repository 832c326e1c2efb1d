/// A debug file that could not be used, or not in full.
public struct DebugFileProblem: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// Parts cannot be read; the clause says which.
    case damaged(String)
    /// A split file that it names was not found.
    case missingPart(String)
    /// Functions are called `__hidden#1_` and so on: Apple built the app again from bitcode, and the names stand in a map.
    case hiddenNames
  }

  /// The file.
  public let path: String
  /// What is wrong with it.
  public let kind: Kind

  /// Makes a note about a file.
  public init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// One clause without the path.
  public var description: String {
    switch kind {
    case .damaged(let what): "damaged: \(what); the readable part is used"
    case .missingPart(let name): "part of its debug information is missing: \(name)"
    case .hiddenNames:
      "function names are obfuscated (bitcode build); apply the build's .bcsymbolmap with `dsymutil --symbol-map MAP DSYM` "
        + "(LLVM 14 has this option, LLVM 19 does not)"
    }
  }
}
