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
    var evidence: [TriageCause.Evidence] = []
    let conditions = conditions.span
    for line in conditions.indices {
      let found = firstEvidence(conditions[line].conditions)
      guard (found == nil) == conditions[line].isNegated else { return nil }
      if let found, !evidence.contains(found) { evidence.append(found) }
    }
    // The class is evidence only where there is no other.
    guard evidence.contains(where: { $0.path == "triage.class" }) else { return evidence }
    let others = evidence.filter { $0.path != "triage.class" }
    return others.isEmpty ? evidence : others
  }

  private func firstEvidence(_ conditions: [Condition]) -> TriageCause.Evidence? {
    let conditions = conditions.span
    for position in conditions.indices {
      if let found = evidence(conditions[position]) { return found }
    }
    return nil
  }

  private func evidence(_ condition: borrowing Condition) -> TriageCause.Evidence? {
    switch condition.subject {
    case .reason, .info, .termination, .subtype, .text: return text(condition.subject, condition.pattern)
    case .frame: return frame(condition.number)
    case .top: return facts.top.flatMap { $0.marks.contains(condition.number) ? quote($0) : nil }
    case .thread: return thread(condition.number)
    case .test: return condition.test?.evidence(facts)
    default: return fact(condition.subject, condition.pattern)
    }
  }

  private func fact(_ subject: Condition.Subject, _ pattern: Pattern) -> TriageCause.Evidence? {
    switch subject {
    case .failure: return quote("triage.class", facts.failure, pattern)
    case .kind: return quote("kind", facts.report.kind.rawValue, pattern)
    case .format: return quote("format", facts.report.format.rawValue, pattern)
    case .exception: return quote("exception.name", facts.report.exception?.name, pattern)
    case .type: return quote("exception.type", facts.report.exception?.type, pattern)
    case .codes: return quote("exception.codes", facts.report.exception?.codes, pattern)
    case .signal: return quote("exception.signal", facts.report.exception?.signal, pattern)
    case .namespace: return quote("termination.namespace", facts.report.termination?.namespace, pattern)
    case .code: return code(pattern)
    case .image: return facts.report.images.lazy.compactMap { quote("images", $0.name, pattern) }.first
    case .system: return quote("os.name", facts.report.system.name, pattern)
    case .reason, .info, .termination, .subtype, .text, .frame, .top, .thread, .test: return nil
    }
  }

  private func quote(_ path: String, _ text: String?, _ pattern: Pattern) -> TriageCause.Evidence? {
    guard let text, pattern.matches(text) else { return nil }
    return TriageCause.Evidence(path: path, text: String(text.prefix(200)))
  }

  /// The texts of one kind; `text` means all of them.
  private func text(_ subject: Condition.Subject, _ pattern: Pattern) -> TriageCause.Evidence? {
    for text in facts.texts where subject == .text || text.subject == subject {
      if let found = quote(text.path, text.text, pattern) { return found }
    }
    return nil
  }

  /// The termination code as it is written, in hexadecimal and in words.
  private func code(_ pattern: Pattern) -> TriageCause.Evidence? {
    guard let termination = facts.report.termination else { return nil }
    let known = FailureClass.killCode(of: facts.report)
    let value = known ?? termination.code.flatMap { NumberText.value($0) }
    for text in [termination.code, value.map(NumberText.hex), value.map(String.init)].compactMap({ $0 })
    where pattern.matches(text) {
      return TriageCause.Evidence(path: "termination.code", text: text)
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
    return TriageCause.Evidence(path: "threads[\(thread)].frames[\(entry.position)]", text: entry.identity)
  }

  /// The advice with the fault address and the first functions filled in.
  private func advice(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    let values = [
      "{fault}": facts.fault.map(NumberText.hex) ?? "?", "{top}": facts.view.top?.identity ?? "?",
    ]
    var result = text
    for (key, value) in values { result = result.pieces(separatedBy: key).joined(separator: value) }
    return result
  }
}
