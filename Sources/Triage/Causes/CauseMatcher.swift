internal import CrashModel

/// Tries rules on the facts of a report.
struct CauseMatcher {
  private let facts: CauseInput

  /// Prepares to try rules.
  init(_ facts: CauseInput) { self.facts = facts }

  /// All causes whose rules match: the most certain first, then in the order of the rules. Of the rules with one identifier the most
  /// certain counts. Fallbacks must be the last rules.
  func causes(_ rules: [CauseRule]) -> [TriageCause] {
    var found: [TriageCause] = []
    // Spans borrow: most rules do not match, and nothing of them needs to be copied.
    let rules = rules.span
    for position in rules.indices {
      if rules[position].isFallback, found.contains(where: { $0.confidence != .hint && $0.family != "reporter" }) { break }
      guard let evidence = evidence(rules[position].conditions) else { continue }
      let rule = rules[position]
      let cause = TriageCause(
        id: rule.id, family: rule.family, confidence: rule.confidence, evidence: evidence, advice: advice(rule.advice))
      if let known = found.firstIndex(where: { $0.id == rule.id }) {
        if cause.confidence < found[known].confidence { found[known] = cause }
      } else {
        found.append(cause)
      }
    }
    return found.enumerated().sorted { ($0.element.confidence, $0.offset) < ($1.element.confidence, $1.offset) }.map(\.element)
  }

  /// What all conditions rest on; nil when one does not hold.
  func evidence(_ conditions: [Alternatives]) -> [TriageCause.Evidence]? {
    // Most rules do not match: only those that do are worth putting their evidence together.
    guard holds(conditions) else { return nil }
    var evidence: [TriageCause.Evidence] = []
    for line in conditions where !line.isNegated {
      let found = line.conditions.lazy.compactMap(self.evidence).first
      if let found, !evidence.contains(found) { evidence.append(found) }
    }
    // The class is evidence only where there is no other.
    guard evidence.contains(where: { $0.path == "triage.class" }) else { return evidence }
    let others = evidence.filter { $0.path != "triage.class" }
    return others.isEmpty ? evidence : others
  }

  /// Whether every line holds: one of its conditions, or none where it is negated.
  func holds(_ lines: [Alternatives]) -> Bool {
    let lines = lines.span
    for line in lines.indices where anyHolds(lines[line].conditions) == lines[line].isNegated { return false }
    return true
  }

  private func anyHolds(_ conditions: [Condition]) -> Bool {
    let conditions = conditions.span
    for position in conditions.indices where holds(conditions[position]) { return true }
    return false
  }

  private func holds(_ condition: borrowing Condition) -> Bool {
    switch condition.subject {
    case .reason, .info, .termination, .subtype, .text: text(condition.subject, condition.pattern) != nil
    case .frame: facts.marks.first(condition.number) != nil
    case .top: facts.topMarks.contains(condition.number)
    case .thread: facts.otherMarks.first(condition.number) != nil
    case .test: condition.test.map { facts.evidence(of: $0) != nil } ?? false
    case .code: code(condition.pattern) != nil
    case .image: image(condition.pattern) != nil
    default: field(condition.subject).map { condition.pattern.matches($0.text) } ?? false
    }
  }

  /// What a condition rests on; nil when it does not hold.
  private func evidence(_ condition: Condition) -> TriageCause.Evidence? {
    let pattern = condition.pattern
    switch condition.subject {
    case .reason, .info, .termination, .subtype, .text:
      return text(condition.subject, pattern).map { quote(facts.texts[$0].path, facts.texts[$0].text) }
    case .frame: return frame(condition.number)
    case .top: return facts.topMarks.contains(condition.number) ? facts.top.map(quote) : nil
    case .thread: return thread(condition.number)
    case .test: return condition.test.flatMap(facts.evidence)
    case .code: return code(pattern)
    case .image: return image(pattern).map { quote("images", $0) }
    default:
      guard let field = field(condition.subject), pattern.matches(field.text) else { return nil }
      return quote(field.path, field.text)
    }
  }

  /// The field of the report that a subject means, with its path in the JSON output; nil where the report does not have it, or where
  /// the subject means something else.
  private func field(_ subject: Condition.Subject) -> (path: String, text: String)? {
    let field: (path: String, text: String?)
    switch subject {
    case .failure: field = ("triage.class", facts.failureName)
    case .kind: field = ("kind", facts.report.kind.rawValue)
    case .format: field = ("format", facts.report.format.name)
    case .exception: field = ("exception.name", facts.report.exception?.name)
    case .type: field = ("exception.type", facts.report.exception?.type)
    case .codes: field = ("exception.codes", facts.report.exception?.codes)
    case .signal: field = ("exception.signal", facts.report.exception?.signal)
    case .namespace: field = ("termination.namespace", facts.report.termination?.namespace)
    case .system: field = ("os.name", facts.report.system.name)
    case .reason, .info, .termination, .subtype, .text, .frame, .top, .thread, .test, .code, .image: return nil
    }
    return field.text.map { (field.path, $0) }
  }

  private func image(_ pattern: Pattern) -> String? {
    facts.report.images.lazy.compactMap(\.name).first(where: pattern.matches)
  }

  private func quote(_ path: String, _ text: String) -> TriageCause.Evidence {
    TriageCause.Evidence(path: path, text: text)
  }

  /// The position of the first text of a kind that matches; `text` means all of them.
  private func text(_ subject: Condition.Subject, _ pattern: borrowing Pattern) -> Int? {
    // To take an element out of the list copies its texts, for every rule.
    let list = facts.texts
    let texts = list.span
    for position in texts.indices where subject == .text || texts[position].subject == subject {
      if pattern.matches(texts[position].text) { return position }
    }
    return nil
  }

  /// The termination code as it is written, in hexadecimal and in words.
  private func code(_ pattern: Pattern) -> TriageCause.Evidence? {
    let written = facts.report.termination?.code
    let value = facts.killCode ?? written.flatMap { NumberParser.value($0) }
    for text in [written, value.map(NumberParser.hex), value.map(String.init)].compactMap({ $0 }) where pattern.matches(text) {
      return TriageCause.Evidence(path: facts.report.termination == nil ? "exception.codes" : "termination.code", text: text)
    }
    return nil
  }

  private func frame(_ pattern: Int) -> TriageCause.Evidence? {
    facts.marks.first(pattern).map { quote(facts.view.entries[facts.view.visible.lowerBound + $0]) }
  }

  private func quote(_ entry: StackEntry) -> TriageCause.Evidence {
    TriageCause.Evidence(path: facts.path(entry), text: entry.identity)
  }

  private func thread(_ pattern: Int) -> TriageCause.Evidence? {
    guard let position = facts.otherMarks.first(pattern) else { return nil }
    let (thread, entry) = facts.others[position]
    return TriageCause.Evidence(path: StackRef.thread(thread).path(ofFrame: entry.position), text: entry.identity)
  }

  /// The advice with the fault address and the first functions filled in.
  private func advice(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    let withFault = text.pieces(separatedBy: "{fault}").joined(separator: facts.fault.map(NumberParser.hex) ?? "?")
    return withFault.pieces(separatedBy: "{top}").joined(separator: facts.topWords)
  }
}
