internal import CrashModel

/// Reads the text of a rules file, line by line. docs/TRIAGE.md has the grammar.
struct RulesReader {
  /// What the lines that follow belong to.
  private enum Section {
    case none
    case role(FrameRole, isEverywhere: Bool)
    case phase(String)
    case cause(CauseRule)
    case group(GroupRule)
  }

  /// Whether causes come before those that are known.
  let putsCausesFirst: Bool
  private var section = Section.none
  private var causes: [CauseRule] = []

  /// Prepares to read a text.
  init(putsCausesFirst: Bool) { self.putsCausesFirst = putsCausesFirst }

  /// Reads all lines into `rules`.
  mutating func read(_ text: String, into rules: inout RuleSet) throws(RulesError) {
    let units = text.utf8
    var (number, start) = (0, units.startIndex)
    while start < units.endIndex {
      number += 1
      let end = units[start...].firstIndex(of: UInt8(ascii: "\n")) ?? units.endIndex
      let line = Substring(units[start..<end])
      start = end < units.endIndex ? units.index(after: end) : end
      do throws(Problem) {
        try readLine(line, into: &rules)
      } catch {
        finish(&rules)
        rules.add(causes, first: putsCausesFirst)
        throw RulesError(line: number, message: error.message)
      }
    }
    finish(&rules)
    rules.add(causes, first: putsCausesFirst)
  }

  /// What is wrong with a line.
  private struct Problem: Error { var message: String }

  private mutating func readLine(_ line: Substring, into rules: inout RuleSet) throws(Problem) {
    let content = line.utf8.contains(UInt8(ascii: "#")) ? line.position(of: "  # ").map { line[..<$0] } ?? line : line
    let words = content.trimmed
    guard let first = words.utf8.first, first != UInt8(ascii: "#") else { return }
    try read(words, isIndented: line.utf8.first != first, into: &rules)
  }

  private mutating func read(_ line: Substring, isIndented: Bool, into rules: inout RuleSet) throws(Problem) {
    if line.hasPrefix("["), line.hasSuffix("]") {
      finish(&rules)
      section = try Self.section(line)
    } else if isIndented, case .cause(var rule) = section {
      try Self.read(line, into: &rule)
      section = .cause(rule)
    } else if isIndented, case .group(var rule) = section {
      rule.conditions.append(try Self.alternatives(line))
      section = .group(rule)
    } else if try !readStatement(line, into: &rules) {
      try readPattern(line, into: &rules)
    }
  }

  /// Reads a line that opens a rule or is one; false when it is neither.
  private mutating func readStatement(_ line: Substring, into rules: inout RuleSet) throws(Problem) -> Bool {
    let (verb, words) = line.firstWord
    guard verb == "cause" || verb == "group" || verb == "split" || verb == "same" || verb == "!cause", !words.isEmpty else {
      return false
    }
    let rest = String(words)
    finish(&rules)
    switch verb {
    case "cause": section = .cause(CauseRule(id: rest))
    case "!cause": rules.removeCause(rest)
    case "same":
      let prints = rest.split(separator: " ").map(String.init)
      guard prints.count == 2 else { throw Problem(message: "`same` needs two fingerprints") }
      rules.join(prints[0], with: prints[1])
    default: section = .group(GroupRule(name: rest, isSplit: verb == "split"))
    }
    return true
  }

  private func readPattern(_ line: Substring, into rules: inout RuleSet) throws(Problem) {
    let removes = line.hasPrefix("!")
    let pattern = String(removes ? line.dropFirst() : line)
    switch section {
    case .role(let role, let isEverywhere): rules.change(role, pattern, isEverywhere: isEverywhere, removes: removes)
    case .phase(let name): rules.change(phase: name, pattern, removes: removes)
    default: throw Problem(message: "`\(line)` stands in no list; lists begin with a line such as [skip]")
    }
  }

  private mutating func finish(_ rules: inout RuleSet) {
    switch section {
    case .cause(let rule): causes.append(rule)
    case .group(let rule): rules.add(rule)
    default: break
    }
    section = .none
  }

  /// Reads `[skip]`, `[skip everywhere]` or `[phase scene]`.
  private static func section(_ line: Substring) throws(Problem) -> Section {
    let (name, rest) = line.dropFirst().dropLast().firstWord
    if name == "phase", !rest.isEmpty { return .phase(String(rest)) }
    guard let role = FrameRole(rawValue: String(name)), rest.isEmpty || rest == "everywhere" else {
      throw Problem(message: "there is no list \(line)")
    }
    let isAlwaysEverywhere = role == .cut || role == .sdk || role == .prefix || role == .app || role == .system
    return .role(role, isEverywhere: isAlwaysEverywhere || rest == "everywhere")
  }

  private static func read(_ line: Substring, into rule: inout CauseRule) throws(Problem) {
    let (key, rest) = line.firstWord
    switch key {
    case "family": rule.family = String(rest)
    case "otherwise": rule.isFallback = true
    case "advice": rule.advice += rule.advice.isEmpty ? rest : " " + rest
    case "confidence":
      guard let confidence = TriageCause.Confidence(rawValue: String(rest)) else {
        throw Problem(message: "the confidence is certain, likely or hint, not `\(rest)`")
      }
      rule.confidence = confidence
    default: rule.conditions.append(try alternatives(line))
    }
  }

  /// Reads `when KEY PATTERN | KEY PATTERN` or the same with `unless`.
  private static func alternatives(_ line: Substring) throws(Problem) -> Alternatives {
    let (verb, rest) = line.firstWord
    guard verb == "when" || verb == "unless" else {
      throw Problem(
        message: "`\(verb)` is not known; a rule has lines that begin with when, unless, family, confidence and advice")
    }
    var conditions: [Condition] = []
    for part in rest.pieces(separatedBy: " | ") {
      let (key, words) = part.trimmed.firstWord
      let pattern = String(words)
      guard let subject = Condition.Subject(rawValue: String(key)) else {
        throw Problem(message: "there is no condition `\(key)`")
      }
      guard !pattern.isEmpty else { throw Problem(message: "the condition `\(key)` has no pattern") }
      if subject == .test, !NamedTest.isKnown(pattern) { throw Problem(message: "there is no test `\(pattern)`") }
      conditions.append(Condition(subject: subject, pattern: Pattern(pattern)))
    }
    guard !conditions.isEmpty else { throw Problem(message: "`\(verb)` needs a condition") }
    return Alternatives(conditions: conditions, isNegated: verb == "unless")
  }
}
