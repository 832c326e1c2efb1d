internal import Bytes
internal import CrashModel

/// The rules that reports are judged by: those of this program, extended by files of the user.
package struct RuleSet: Sendable {
  /// The patterns of every role.
  private(set) var roles: [FrameRole: RoleList] = [:]
  /// The patterns of every launch phase, in the order in which they are looked for.
  private(set) var phases: [(name: String, list: RoleList)] = []
  /// The rules for causes, the most specific first.
  private(set) var causes: [CauseRule] = []
  /// The rules for groups.
  private(set) var groups: [GroupRule] = []
  /// Fingerprints that count as another one.
  private(set) var sameAs: [String: String] = [:]
  /// 8 hexadecimal digits that tell one set of rules from another.
  package private(set) var digest = ""
  private var hash: UInt64 = 0

  /// The rules of this program.
  package static let standard: RuleSet = {
    var rules = RuleSet()
    for text in DefaultRules.texts {
      // A mistake in the rules of this program shows in the tests, which read them one by one.
      do throws(RulesError) { try rules.read(text, putsCausesFirst: false) } catch { continue }
    }
    return rules
  }()

  /// No rules at all.
  init() {}

  /// Adds the rules of a file. Its causes come before those that are known.
  ///
  /// - Throws: the first line that cannot be read; the rules before it count.
  package mutating func extend(_ text: String) throws(RulesError) { try read(text, putsCausesFirst: true) }

  /// The same; the causes may come after those that are known.
  mutating func read(_ text: String, putsCausesFirst: Bool) throws(RulesError) {
    var content = ContentHash(seed: hash)
    content.add(Array(text.utf8))
    hash = content.value
    let digits = String(hash, radix: 16)
    digest = String((String(repeating: "0", count: max(0, 16 - digits.count)) + digits).prefix(8))
    var reader = RulesReader(text, putsCausesFirst: putsCausesFirst)
    try reader.read(into: &self)
  }

  /// Adds a pattern to a role, or removes it.
  mutating func change(_ role: FrameRole, _ line: String, isEverywhere: Bool, removes: Bool) {
    if removes { roles[role]?.remove(line) } else { roles[role, default: RoleList()].add(line, isEverywhere: isEverywhere) }
  }

  /// Adds a pattern to a phase, or removes it.
  mutating func change(phase: String, _ line: String, removes: Bool) {
    let position = phases.firstIndex { $0.name == phase } ?? phases.count
    if position == phases.count { phases.append((phase, RoleList())) }
    if removes { phases[position].list.remove(line) } else { phases[position].list.add(line, isEverywhere: true) }
  }

  /// Adds rules for causes; `first` puts them before the others.
  mutating func add(_ rules: [CauseRule], first: Bool) { causes = first ? rules + causes : causes + rules }

  /// Adds a rule for groups.
  mutating func add(_ rule: GroupRule) { groups.append(rule) }

  /// Removes the rules for a cause.
  mutating func removeCause(_ id: String) { causes.removeAll { $0.id == id } }

  /// Lets one fingerprint count as another.
  mutating func join(_ fingerprint: String, with other: String) { sameAs[other] = fingerprint }
}
