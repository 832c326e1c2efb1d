extension CrashReport {
  /// The revision of the source code that the app was built from, if the report says so: a value under a key such as `gitCommit`, or a
  /// build number that is a hash.
  package var revision: String? {
    for detail in details {
      if let found = Self.revision(detail.value, under: detail.key, depth: 0) { return found }
    }
    for value in other {
      if case .text(let text) = value.value, Self.isRevisionKey(PathText.lastKey(of: value.path)), Self.isHash(text) {
        return text
      }
    }
    return [process.build, process.version].compactMap { $0 }.first { Self.isHash($0) && $0.utf8.contains { $0 >= 0x61 } }
  }

  /// The most objects inside each other that are searched.
  private static let maxDepth = 6

  private static func revision(_ value: ReportValue, under key: String, depth: Int) -> String? {
    switch value {
    case .text(let text): return isRevisionKey(key) && isHash(text) ? text : nil
    case .object(let members) where depth < maxDepth:
      return members.lazy.compactMap { revision($0.value, under: $0.name, depth: depth + 1) }.first
    default: return nil
    }
  }

  private static func isRevisionKey(_ key: String) -> Bool {
    let letters = String(decoding: key.utf8.filter { ![0x5f, 0x2d, 0x2e, 0x20].contains($0) }, as: UTF8.self).lowercased()
    return revisionKeys.contains(letters)
  }

  private static let revisionKeys: Set<String> = [
    "commit", "commithash", "commitid", "commitsha", "buildcommit", "gitcommit", "gitcommithash", "gitcommitid", "gitcommitsha",
    "githash", "gitrevision", "gitsha", "gitsha1", "revision", "sourcerevision", "vcsrevision",
  ]

  /// Whether a text is 7 to 40 hexadecimal digits in lower case.
  private static func isHash(_ text: String) -> Bool {
    (7...40).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension PathText {
  /// Returns the last key of a path of keys and indexes: `commit` of `user.build[0].commit`.
  fileprivate static func lastKey(of path: String) -> String {
    path.lastIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
