internal import CrashModel

/// Tries rules on the facts of a report.
struct CauseMatcher {
  private let facts: CauseInput

  /// Prepares to try rules.
  init(_ facts: CauseInput) { self.facts = facts }

  /// All causes whose rules match: the most certain first, then in the order of the rules. Of the rules with one identifier the most
  /// certain counts.
  func causes(_ rules: RuleIndex) -> [TriageCause] {
    var found: [TriageCause] = []
    for position in rules.causes.indices {
      if position >= rules.fallbackStart, found.contains(where: { $0.confidence != .hint && $0.family != "reporter" }) { break }
      guard holds(position, of: rules.causeConditions) else { continue }
      let rule = rules.causes[position]
      let evidence = evidence(rule.conditions)
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

  /// What the conditions of a rule that matches rest on.
  private func evidence(_ conditions: [Alternatives]) -> [TriageCause.Evidence] {
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

  /// Whether every line of a rule holds: one of its conditions, or none where it is negated.
  func holds(_ rule: Int, of list: ConditionList) -> Bool {
    let entries = list.entries.span
    var isHeld = false
    for position in list.range(of: rule) {
      let condition = entries[position]
      isHeld = isHeld || holds(condition, list, position)
      guard condition.endsLine else { continue }
      if isHeld == condition.isNegated { return false }
      isHeld = false
    }
    return true
  }

  private func holds(_ condition: ConditionList.Entry, _ list: ConditionList, _ position: Int) -> Bool {
    switch condition.subject {
    case .reason, .info, .termination, .subtype, .text:
      return text(condition.subject, condition.shape, where: { list.patterns[position].matches($0) }) != nil
    case .frame: return facts.marks.first(condition.number) != nil
    case .top: return facts.topMarks.contains(condition.number)
    case .thread: return facts.otherMarks.first(condition.number) != nil
    case .test: return condition.test.map { facts.evidence(of: $0) != nil } ?? false
    case .code: return code(list.patterns[position]) != nil
    case .image: return image(list.patterns[position]) != nil
    case .failure, .kind, .format, .exception, .type, .codes, .signal, .namespace, .system:
      guard let field = field(condition.subject), condition.shape.permits(field.text) else { return false }
      return list.patterns[position].matches(field.text)
    }
  }

  /// What a condition rests on; nil when it does not hold.
  private func evidence(_ condition: Condition) -> TriageCause.Evidence? {
    let pattern = condition.pattern
    switch condition.subject {
    case .reason, .info, .termination, .subtype, .text:
      return text(condition.subject, pattern.shape, where: pattern.matches).map {
        quote(facts.texts[$0].path, facts.texts[$0].text)
      }
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
  @inline(__always)
  private func text(_ subject: Condition.Subject, _ shape: Pattern.Shape, where matches: (String) -> Bool) -> Int? {
    // To take an element out of the list copies its texts, for every rule.
    let list = facts.texts
    let texts = list.span
    for position in texts.indices where subject == .text || texts[position].subject == subject {
      if shape.permits(texts[position].text), matches(texts[position].text) { return position }
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
