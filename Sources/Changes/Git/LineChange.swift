/// A commit that changed certain lines.
struct LineChange {
  let commit: Commit
  /// The number of checks in lines that it removed, less those in lines that it added.
  private var checks = 0

  init(commit: Commit) { self.commit = commit }

  /// Whether it took a check away: a condition, an assertion, a lock.
  var removesCheck: Bool { checks > 0 }

  /// Reads a line of the patch; comments have no checks.
  mutating func read(_ line: Substring) {
    guard let first = line.first, first == "-" || first == "+" else { return }
    let code = line.dropFirst().drop { $0 == " " || $0 == "\t" }
    guard !code.hasPrefix("//"), !code.hasPrefix("/*"), !code.hasPrefix("*") else { return }
    let words = code.split { !($0.isLetter || $0 == "_" || $0 == "@") }
    let count = words.count { Self.checks.contains(String($0)) }
    checks += first == "-" ? count : -count
  }

  private static let checks: Set<String> = [
    "guard", "if", "unless", "assert", "precondition", "require", "catch", "lock", "synchronized", "NSAssert",
  ]
}
