/// The file CODEOWNERS of a repository, as GitHub, GitLab and Bitbucket read it: the last pattern that fits a path counts, in each of
/// GitLab's sections.
struct CodeOwners {
  /// The paths where it may be, in the order in which GitHub and GitLab look.
  static let paths = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"]

  private struct Rule {
    let pattern: OwnerPattern
    let owners: [String]
    let section: Int
  }

  private var rules: [Rule] = []
  private var sectionCount = 1
  private static let maxRules = 20_000

  /// Reads the lines of a file; those that are no rules are passed over.
  init(_ text: String) {
    var defaults: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      var words = Self.words(line)
      guard let first = words.first, rules.count < Self.maxRules else { continue }
      if first.hasPrefix("[") || first.hasPrefix("^[") {
        sectionCount += 1
        defaults = Array(line[(line.lastIndex(of: "]") ?? line.startIndex)...].dropFirst().split(separator: " ").map(String.init))
        continue
      }
      words.removeFirst()
      let owners = words.isEmpty ? defaults : words
      rules.append(Rule(pattern: OwnerPattern(first), owners: owners, section: sectionCount))
    }
  }

  /// Returns the owners of a path in the repository; none if no pattern fits, or if the one that fits names none.
  func owners(of path: String) -> [String] {
    var bySection: [Int: [String]] = [:]
    for rule in rules where rule.pattern.matches(path) { bySection[rule.section] = rule.owners }
    var result: [String] = []
    for section in bySection.keys.sorted() {
      for owner in bySection[section] ?? [] where !result.contains(owner) { result.append(owner) }
    }
    return result
  }

  /// Returns the words of a line without its comment. A backslash keeps a blank or `#` in a word.
  private static func words(_ line: Substring) -> [String] {
    var words: [String] = []
    var word = ""
    var isEscaped = false
    for character in line {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "#", word.isEmpty {
        break
      } else if character == " " || character == "\t" {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }
}
