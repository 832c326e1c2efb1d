internal import Triage

/// The tags of a repository as versions of an app: `v4.2.0`, `4.2.0`, `4.2.0-1187`, `Shop-4.2.0`, `release/4.2.0`.
struct VersionTags {
  private let tags: [GitRepository.Tag]

  init(_ tags: [GitRepository.Tag]) { self.tags = tags }

  /// Returns the tag of a version. One that names the build as well counts first, then one that names the app.
  func tag(of build: AppBuild) -> GitRepository.Tag? {
    for form in build.spellings {
      let fitting = tags.compactMap { tag in Self.prefix(of: tag.name, before: form).map { (tag, Self.rank($0, build.app), $0) } }
      if let best = fitting.min(by: { ($0.1, $0.2.count, $0.2) < ($1.1, $1.2.count, $1.2) }) { return best.0 }
    }
    return nil
  }

  /// Returns the tag of the version before the one with this tag, among tags of the same form; nil if there is none.
  func tag(before later: GitRepository.Tag) -> GitRepository.Tag? {
    let prefix = String(later.name[..<Self.versionStart(of: later.name)])
    let order = VersionOrder(String(later.name.dropFirst(prefix.count)))
    let earlier = tags.compactMap { tag -> (tag: GitRepository.Tag, order: VersionOrder)? in
      guard tag.commit != later.commit, tag.name.hasPrefix(prefix) else { return nil }
      let rest = tag.name.dropFirst(prefix.count)
      // Neither prereleases nor other words.
      guard rest.first?.isNumber == true, rest.allSatisfy({ $0.isASCII && ($0.isNumber || "._-+()".contains($0)) }) else {
        return nil
      }
      return (tag, VersionOrder(String(rest)))
    }
    return earlier.filter { $0.order < order }.max { $0.order < $1.order }?.tag
  }

  /// Returns what precedes a version at the end of a tag, or nil if the tag is not of this version.
  private static func prefix(of tag: String, before version: String) -> String? {
    guard tag.hasSuffix(version) else { return nil }
    let prefix = tag.dropLast(version.count)
    guard let last = prefix.last else { return "" }
    return "vV-/_@+".contains(last) ? String(prefix) : nil
  }

  private static func rank(_ prefix: String, _ app: String) -> Int {
    let name = app.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if !name.isEmpty, prefix.lowercased().hasPrefix(name) { return 0 }
    return prefix.isEmpty || prefix == "v" || prefix == "V" ? 1 : 2
  }

  /// Where the version begins in a tag: at the first digit after the last letter that digits follow.
  private static func versionStart(of tag: String) -> String.Index {
    var start = tag.startIndex
    var isAfterDigit = false
    for position in tag.indices {
      let isVersion = tag[position].isNumber || isAfterDigit && "._-+()".contains(tag[position])
      if isVersion, !isAfterDigit { start = position }
      isAfterDigit = isVersion
    }
    return start
  }
}
