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
    case .damaged(let what): "damaged: \(what); what can be read of it is used"
    case .missingPart(let name): "a part of its debug information was not found: \(name)"
    case .hiddenNames:
      "names of functions are hidden: they stand in the build's .bcsymbolmap; `dsymutil --symbol-map MAP DSYM` puts them in "
        + "(LLVM 14 has that option, LLVM 19 no more)"
    }
  }
}
