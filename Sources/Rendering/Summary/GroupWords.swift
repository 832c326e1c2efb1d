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
    let failure = FailureWords.of(group.failure, isCrash: group.table == .crash)
    guard let function = group.newest.function else { return "\(failure), no stack" }
    return "\(failure) in \(function)\(place.map { " (\($0))" } ?? "")"
  }

  /// The title in at most `width` characters, possibly with the middle of the function left out, else without the place.
  func title(atMost width: Int) -> String { titleLines(first: width, others: width)[0] }

  /// The title in lines of at most `first` and `others` characters: on one line if it fits, possibly with the middle of the function
  /// left out; else the place stands on a line of its own. File name and line are shortened only where they alone are too long.
  func titleLines(first: Int, others: Int) -> [String] {
    guard title.count > first else { return [title] }
    guard group.failure != .jetsam, let function = group.newest.function else { return [title.shortened(to: first)] }
    let start = "\(group.failure.name) in "
    let end = place.map { " (\($0))" } ?? ""
    let room = first - start.count - end.count
    if room >= Self.minFunctionLength { return [start + function.shortened(to: room) + end] }
    let whole = first - start.count
    let head =
      whole >= Self.minFunctionLength || whole >= function.count
      ? start + function.shortened(to: whole) : title(in: function, first)
    return [head] + [place.map { "at \($0)".shortened(to: others) }].compactMap { $0 }
  }

  /// The fewest characters that a function is recognized by.
  private static let minFunctionLength = 16

  /// The class and the function, where the class leaves too little room.
  private func title(in function: String, _ width: Int) -> String {
    let name = function.shortened(to: max(width / 2, 1))
    return "\(group.failure.name.shortened(to: max(width - name.count - 4, 1))) in \(name)"
  }

  /// `span.h:11`, or nil if unknown.
  package var place: String? {
    guard let file = group.newest.file else { return nil }
    let name = PathText.lastComponent(of: file)
    return group.newest.line.map { "\(name):\($0)" } ?? name
  }

  /// `null-member, likely`, or nil if there is no cause.
  package var cause: String? {
    guard let cause = group.cause else { return nil }
    let share = cause.count < group.count ? " in \(cause.count) of \(group.count)" : ""
    return cause.name + (group.confidence.map { ", \($0.rawValue)" } ?? "") + share
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

  /// The number of distinct devices; `unknown` if no report has a key, `12+` if some have none.
  package var devices: String {
    if group.devices == 0 { return "unknown" }
    return NumberFormat.grouped(group.devices) + (group.unknownDevices > 0 ? "+" : "")
  }

  /// `2 devices`, `12+ devices`, `unknown devices`.
  package var countedDevices: String { "\(devices) \(devices == "1" ? "device" : "devices")" }

  /// Returns the bars of the last 14 days of the summary.
  package func trend(until last: String?) -> String {
    guard let last else { return "" }
    return Sparkline.text(DayTrend.counts(group.days, until: last, length: 14))
  }

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
