import CrashModel
package import Triage

/// Formats the facts of a summary about one group.
package struct GroupWords: Sendable {
  private let group: GroupSummary
  private let summary: Summary

  /// Prepares to format a group of a summary.
  package init(_ group: GroupSummary, of summary: Summary) {
    self.group = group
    self.summary = summary
  }

  /// What to do: by the report that the evidence is from, else in general; nil without a cause.
  package var advice: String? { group.advice ?? group.cause.flatMap { summary.causes[$0.name]?.advice } }

  /// `bad-access in shop::Slot::write() (span.h:11)`; of a process that was ended for memory its name and the reason.
  package var title: String {
    if group.failure == .jetsam { return "jetsam: \(group.key.dropFirst().joined(separator: ", "))" }
    guard let function = group.newest.function else { return "\(failure), no stack" }
    return "\(failure) in \(function)\(place.map { " (\($0))" } ?? "")"
  }

  /// The title in lines of at most `first` and `others` characters: on one line if it fits; else the place has a line of its own, unless
  /// the middle of the function has to be left out all the same. File name and line are shortened only if they alone are too long.
  func titleLines(first: Int, others: Int) -> [String] {
    guard title.count > first else { return [title] }
    guard group.failure != .jetsam, let function = group.newest.function else { return [title.shortened(to: first)] }
    let start = "\(failure) in "
    if let place, start.count + function.count <= first { return [start + function, "at \(place)".shortened(to: others)] }
    let end = place.map { " (\($0))" } ?? ""
    let room = first - start.count - end.count
    if room >= Self.minFunctionLength { return [start + function.shortened(to: room) + end] }
    let whole = first - start.count
    let head =
      whole >= Self.minFunctionLength || whole >= function.count
      ? start + function.shortened(to: whole) : title(in: function, first)
    return [head] + [place.map { "at \($0)".shortened(to: others) }].compactMap { $0 }
  }

  /// The class of the failure; the same words at every width.
  private var failure: String { FailureWords.of(group.failure, isCrash: group.table == .crash) }

  /// The fewest characters that a function is recognized by.
  private static let minFunctionLength = 16

  /// The class and the function, where the class leaves too little room.
  private func title(in function: String, _ width: Int) -> String {
    let name = function.shortened(to: max(width / 2, 1))
    return "\(failure.shortened(to: max(width - name.count - 4, 1))) in \(name)"
  }

  /// `span.h:11`, or nil if unknown.
  package var place: String? {
    guard let file = group.newest.file else { return nil }
    let name = PathText.lastComponent(of: file)
    return group.newest.line.map { "\(name):\($0)" } ?? name
  }

  /// `likely: member of a null pointer (530 of 551)`, or nil if there is no cause.
  package var cause: String? { group.cause.map { CauseWords.phrase($0.name, group.confidence, share: share(of: $0)) } }

  /// `likely cause: member of a null pointer (530 of 551)`, or nil if there is no cause.
  package var causeClause: String? {
    group.cause.map { CauseWords.clause($0.name, group.confidence, share: share(of: $0)) }
  }

  private func share(of cause: GroupSummary.Count) -> String? {
    cause.count < group.count ? "\(NumberFormat.grouped(cause.count)) of \(NumberFormat.grouped(group.count))" : nil
  }

  /// `called by Basket.pick (basket.cpp:40)`, where the blamed function is inlined or several paths lead to it; else nil.
  package var caller: String? {
    guard let stack = summary.stacks[group.group]?.lines, let caller = stack.caller, let name = caller.function else {
      return nil
    }
    let isShared = group.variants.count > 1
    guard isShared || stack.blamed?.isInlined == true else { return nil }
    let place = caller.file.map { file in
      " (\(PathText.lastComponent(of: file))\(caller.line.map { ":\($0)" } ?? ""))"
    }
    return "called by \(name)\(place ?? "")\(isShared ? ", among others" : "")"
  }

  /// What a repository says about the group; nil if none was asked.
  package var suspicion: SuspicionWords? { summary.suspicions[group.group].map(SuspicionWords.init) }

  /// `suspect: 1a2b3c4d5e 2026-11-10 Round totals down: touches Checkout.total, in 4.2.0 and not in 4.1.0`, or `suspect: none: ` and why;
  /// nil if no repository was asked.
  package var suspect: String? {
    guard let suspicion else { return nil }
    return (suspicion.commits.first ?? suspicion.problem.map { "none: \($0)" }).map { "suspect: \($0)" }
  }

  /// `owners: @shop/checkout`; nil without any.
  package var owners: String? { suspicion?.owners.map { "owners: \($0)" } }

  /// Whether a text is in the title, the app, the cause, a version or a system, whatever the case.
  package func mentions(_ text: String) -> Bool {
    let part = Pattern("*\(text.lowercased())*")
    let names: [String?] = (group.versions + group.systems).map(\.name)
    let facts = [title, group.group, group.newest.file, group.cause?.name, cause] + names
    return facts.contains { $0.map { part.matches($0.lowercased()) } ?? false }
  }

  /// `40 events (13%), 12 (4%) in the baseline`; nil without a baseline, or for a group that it does not have.
  package var change: String? {
    guard let before = group.before, let total = summary.eventsBefore else { return nil }
    return "\(NumberFormat.counted(group.count, "event")) (\(Self.percent(group.count, of: summary.events))), "
      + "\(NumberFormat.grouped(before.count)) (\(Self.percent(before.count, of: total))) in the baseline"
  }

  /// `1.2…1.4, most in 1.3`, or nil if no version is known.
  package var versions: String? { Self.range(group.versions.filter { $0.name != "?" }) }

  /// `iOS 17 80%, iOS 18`, or nil if unknown.
  package var systems: String? {
    guard !group.systems.isEmpty else { return nil }
    return group.systems.prefix(3).map { "\($0.name) \(Self.percent($0.count, of: group.count))" }.joined(separator: ", ")
      + (group.systems.count > 3 ? " …" : "")
  }

  /// `2026-11-02…2026-11-20`, or nil if unknown.
  package var seen: String? {
    guard let first = group.firstSeen, let last = group.lastSeen else { return nil }
    return first == last ? first : "\(first)…\(last)"
  }

  /// The number of distinct devices for a narrow column: `no IDs` if no report has one, `12+` if some have none.
  package var devices: String {
    if group.devices == 0 { return "no IDs" }
    return NumberFormat.grouped(group.devices) + (group.unknownDevices > 0 ? "+" : "")
  }

  /// `12 events on 2 devices`, `12 events on at least 2 devices`, `12 events, no device IDs`.
  package var affected: String {
    let events = NumberFormat.counted(group.count, "event")
    if group.devices == 0 { return "\(events), no device IDs" }
    return "\(events) on \(group.unknownDevices > 0 ? "at least " : "")\(NumberFormat.counted(group.devices, "device"))"
  }

  /// Returns the bars of the last 14 days of the summary.
  package func trend(until last: String?) -> String {
    guard let last else { return "" }
    return Sparkline.text(DayTrend.counts(group.days, until: last, length: Self.trendLength))
  }

  /// The number of days with bars.
  package static let trendLength = 14

  private static func range(_ shares: [GroupSummary.Count]) -> String? {
    guard let first = shares.first, let last = shares.last else { return nil }
    guard shares.count > 1, let top = shares.max(by: { $0.count < $1.count }) else { return first.name }
    return "\(first.name)…\(last.name), most in \(top.name)"
  }

  /// Returns a share in percent, at most 100. Numbers may be as large as a hostile report states them.
  package static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "0%" }
    let tenths = Int((Double(min(max(part, 0), whole)) * 1000 / Double(whole)).rounded())
    return tenths >= 100 || tenths % 10 == 0 ? "\((tenths + 5) / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }
}
