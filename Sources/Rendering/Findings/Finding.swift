import CrashModel
import Triage

/// A group of reports as systems for continuous integration see it: where, how bad, and what to say.
struct Finding {
  /// How bad it is.
  enum Level: String { case error, warning, note }

  /// The rule: the cause, or the class of the failure if there is no cause.
  let rule: String
  /// How bad it is.
  let level: Level
  /// `bad-access in shop::Slot::write() (span.h:11)`.
  let title: String
  /// What is known, one fact a line.
  let facts: [String]
  /// The path of the source file, or nil if unknown.
  let file: String?
  /// The line, counted from 1, or nil if unknown.
  let line: Int?
  let group: GroupSummary
  /// The stack of its newest report, or nil if none was kept.
  let stack: GroupStack?
  /// What a repository says about it, or nil if none was asked.
  let suspicion: Suspicion?

  /// Describes a group of a summary.
  init(_ group: GroupSummary, of summary: Summary) {
    self.group = group
    stack = summary.stacks[group.group]
    rule = Self.oneLine(group.cause?.name ?? group.failure.name)
    level = group.table == .other ? .note : group.table == .resource ? .warning : .error
    file = group.newest.file.map { Self.oneLine(PathText.normalized($0)) }
    line = group.newest.file == nil ? nil : group.newest.line
    let words = GroupWords(group, of: summary)
    title = Self.oneLine(words.title)
    var facts = [words.affected]
    if let caller = words.caller { facts.append(caller.prefix(1).uppercased() + caller.dropFirst()) }
    if let versions = words.versions { facts.append("Versions: \(versions)") }
    if let systems = words.systems { facts.append("Systems: \(systems)") }
    if let seen = words.seen { facts.append("Seen: \(seen)") }
    if let cause = words.cause { facts.append("Cause: \(cause)") }
    if let evidence = group.evidence { facts.append("Evidence: \(evidence)") }
    if let instruction = stack?.instruction, group.evidence?.contains(instruction) != true {
      facts.append("Instruction: \(instruction)")
    }
    if let advice = words.advice { facts.append("Next: \(advice)") }
    if let suspicion = words.suspicion {
      facts += suspicion.commits.map { "Suspect: \($0)" }
      if let owners = suspicion.owners { facts.append("Owners: \(owners)") }
    }
    if !group.flags.isEmpty { facts.append("Marks: \(group.flags.map(\.rawValue).joined(separator: ", "))") }
    if let change = words.change { facts.append("Baseline: \(change)") }
    if let example = group.examples.first { facts.append("Example: \(example)") }
    facts.append("Group: \(group.group)")
    self.facts = facts.map(Self.oneLine)
    suspicion = summary.suspicions[group.group]
  }

  /// The groups of a summary, the most important first: loops, then new and regressed ones, then as the summary orders them.
  static func all(_ summary: Summary) -> [Finding] {
    let ranked = summary.groups.enumerated().map { position, group in
      let rank = group.flags.contains(.loop) ? 0 : group.flags.contains(.new) || group.flags.contains(.regressed) ? 1 : 2
      return (rank: rank, position: position, group: group)
    }
    return ranked.sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }.map { Finding($0.group, of: summary) }
  }

  /// The lines of the stack as text: `0  shop::Slot::write() (span.h:11)`.
  var stackText: [String] { StackText.lines(stack?.lines ?? []) }

  /// Returns text on one line, with control characters and bidirectional overrides made visible.
  static func oneLine(_ text: String) -> String { StackText.oneLine(text) }
}
