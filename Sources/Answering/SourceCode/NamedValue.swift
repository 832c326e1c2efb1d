internal import CrashModel

extension CrashReport {
  /// Returns the value under a key that the user names, anywhere in the report. Returns nil if there is none, or if it has several words,
  /// which no revision has.
  func word(under key: String) -> String? {
    let found = details.lazy.compactMap { Self.word($0.value, named: $0.key, key, depth: 0) }.first
    return found ?? other.lazy.compactMap { Self.word($0.value, named: $0.path, key, depth: 0) }.first
  }

  /// The most objects inside each other that are searched.
  private static let maxDepth = 6

  private static func word(_ value: ReportValue, named name: String, _ key: String, depth: Int) -> String? {
    switch value {
    case .text(let text), .number(let text):
      // A value that is not in a container has a path of keys.
      let isNamed = name == key || name.hasSuffix("." + key)
      let isWord = !text.isEmpty && text.utf8.count <= 200 && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
      return isNamed && isWord && !text.hasPrefix("-") ? text : nil
    case .object(let members) where depth < maxDepth:
      return members.lazy.compactMap { word($0.value, named: $0.name, key, depth: depth + 1) }.first
    default: return nil
    }
  }
}
