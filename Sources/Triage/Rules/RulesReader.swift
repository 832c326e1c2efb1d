internal import CrashModel

/// Reads the text of a rules file, line by line. docs/TRIAGE.md has the grammar.
struct RulesReader {
  /// What the lines that follow belong to.
  private enum Section {
    case none
    case role(FrameRole, isEverywhere: Bool)
    case phase(String)
    case cause
    case group
  }

  /// What is wrong with a line.
  private struct Problem: Error { var message: String }

  private let text: RulesText
  /// Whether causes come before those that are known.
  private let putsCausesFirst: Bool
  private var section = Section.none
  /// The rules so far; lines of a rule belong to the last one.
  private var causes: [CauseRule] = []
  private var groups: [GroupRule] = []

  /// Prepares to read a text.
  init(_ text: String, putsCausesFirst: Bool) {
    self.text = RulesText(text)
    self.putsCausesFirst = putsCausesFirst
  }

  /// Reads all lines into `rules`.
  mutating func read(into rules: inout RuleSet) throws(RulesError) {
    var (number, start) = (0, 0)
    while start < text.count {
      number += 1
      let line = text.line(from: start)
      start = line.upperBound + 1
      do throws(Problem) {
        try readLine(line, into: &rules)
      } catch {
        finish(&rules)
        throw RulesError(line: number, message: error.message)
      }
    }
    finish(&rules)
  }

  private mutating func finish(_ rules: inout RuleSet) {
    rules.add(causes, first: putsCausesFirst)
    for rule in groups { rules.add(rule) }
    (causes, groups) = ([], [])
  }

  private mutating func readLine(_ line: Range<Int>, into rules: inout RuleSet) throws(Problem) {
    let content = text.trimmed(text.withoutComment(line))
    guard let first = text.first(of: content), first != UInt8(ascii: "#") else { return }
    let isIndented = content.lowerBound > line.lowerBound
    if first == UInt8(ascii: "["), text.last(of: content) == UInt8(ascii: "]") {
      section = try section(content)
    } else if isIndented, case .cause = section {
      try readCause(content)
    } else if isIndented, case .group = section {
      groups[groups.count - 1].conditions.append(try alternatives(content))
    } else if try !readStatement(content, into: &rules) {
      try readPattern(content, into: &rules)
    }
  }

  /// Reads a line that opens a rule or is one; false when it is neither.
  private mutating func readStatement(_ line: Range<Int>, into rules: inout RuleSet) throws(Problem) -> Bool {
    let (verb, words) = text.firstWord(of: line)
    // Most lines are patterns: their first words become no text.
    guard !words.isEmpty, Self.statements.contains(where: { text.says($0, at: verb) }) else { return false }
    switch text[verb] {
    case "cause":
      causes.append(CauseRule(id: text[words]))
      section = .cause
    case "group", "split":
      groups.append(GroupRule(name: text[words], isSplit: text[verb] == "split"))
      section = .group
    case "!cause":
      rules.removeCause(text[words])
      section = .none
    case "same":
      let prints = text[words].split(separator: " ").map(String.init)
      guard prints.count == 2 else { throw Problem(message: "`same` needs two fingerprints") }
      rules.join(prints[0], with: prints[1])
      section = .none
    default: return false
    }
    return true
  }

  private static let statements = ["cause", "group", "split", "!cause", "same"]

  private func readPattern(_ line: Range<Int>, into rules: inout RuleSet) throws(Problem) {
    let removes = text.first(of: line) == UInt8(ascii: "!")
    let pattern = text[removes ? line.dropFirst() : line]
    switch section {
    case .role(let role, let isEverywhere): rules.change(role, pattern, isEverywhere: isEverywhere, removes: removes)
    case .phase(let name): rules.change(phase: name, pattern, removes: removes)
    default: throw Problem(message: "`\(text[line])` stands in no list; lists begin with a line such as [skip]")
    }
  }

  /// Reads `[skip]`, `[skip everywhere]` or `[phase scene]`.
  private func section(_ line: Range<Int>) throws(Problem) -> Section {
    let (name, rest) = text.firstWord(of: line.dropFirst().dropLast())
    if text[name] == "phase", !rest.isEmpty { return .phase(text[rest]) }
    guard let role = FrameRole(rawValue: text[name]), rest.isEmpty || text[rest] == "everywhere" else {
      throw Problem(message: "there is no list \(text[line])")
    }
    let isAlwaysEverywhere = role == .cut || role == .sdk || role == .prefix || role == .app || role == .system
    return .role(role, isEverywhere: isAlwaysEverywhere || !rest.isEmpty)
  }

  /// Reads a line of the last cause.
  private mutating func readCause(_ line: Range<Int>) throws(Problem) {
    let last = causes.count - 1
    let (key, rest) = text.firstWord(of: line)
    if text.says("when", at: key) { return causes[last].conditions.append(try alternatives(line)) }
    switch text[key] {
    case "family": causes[last].family = text[rest]
    case "otherwise": causes[last].isFallback = true
    case "advice": causes[last].advice += causes[last].advice.isEmpty ? text[rest] : " " + text[rest]
    case "confidence":
      guard let confidence = TriageCause.Confidence(rawValue: text[rest]) else {
        throw Problem(message: "the confidence is certain, likely or hint, not `\(text[rest])`")
      }
      causes[last].confidence = confidence
    default: causes[last].conditions.append(try alternatives(line))
    }
  }

  /// Reads `when KEY PATTERN | KEY PATTERN` or the same with `unless`.
  private func alternatives(_ line: Range<Int>) throws(Problem) -> Alternatives {
    let (first, rest) = text.firstWord(of: line)
    let isNegated = text.says("unless", at: first)
    guard isNegated || text.says("when", at: first) else {
      throw Problem(
        message: "`\(text[first])` is not known; a rule has lines that begin with when, unless, family, confidence and advice")
    }
    let parts = text.pieces(of: rest, separatedBy: " | ")
    var conditions: [Condition] = []
    conditions.reserveCapacity(parts.count)
    for part in parts { conditions.append(try condition(text.trimmed(part))) }
    return Alternatives(conditions: conditions, isNegated: isNegated)
  }

  /// Reads `KEY PATTERN`.
  private func condition(_ part: Range<Int>) throws(Problem) -> Condition {
    let (key, words) = text.firstWord(of: part)
    guard let subject = Condition.Subject.named[text[key]] else {
      throw Problem(message: "there is no condition `\(text[key])`")
    }
    guard !words.isEmpty else { throw Problem(message: "the condition `\(text[key])` has no pattern") }
    let pattern = text[words]
    guard subject == .test else { return Condition(subject: subject, pattern: Pattern(pattern)) }
    guard let test = NamedTest.named[pattern] else { throw Problem(message: "there is no test `\(pattern)`") }
    return Condition(test)
  }
}
