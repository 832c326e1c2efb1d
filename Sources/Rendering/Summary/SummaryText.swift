import CrashModel
package import Triage

/// Formats a summary for a terminal.
package struct SummaryText: Sendable {
  /// The number of columns.
  private let width: Int
  /// The maximum number of groups in a table.
  private let limit: Int

  /// Prepares to format summaries in `width` columns, at least 40, with at most `limit` groups per table.
  package init(width: Int, limit: Int = 20) {
    self.width = max(width, 40)
    self.limit = limit
  }

  /// Returns the whole summary, every line ended.
  package func text(_ summary: Summary) -> String {
    var lines = [header(summary)]
    if !summary.loops.isEmpty { lines += [""] + loops(summary) }
    for table in CrashEvent.Table.allCases {
      let groups = summary.groups.filter { $0.table == table }
      if !groups.isEmpty { lines += [""] + self.table(Self.title(table), groups, summary) }
    }
    if !summary.gone.isEmpty {
      lines += ["", "Gone since the baseline: \(NumberFormat.counted(summary.gone.count, "group"))"] + list(summary.gone)
    }
    let missing = SummaryEnd(isWhole: true).missing(summary)
    if !missing.isEmpty { lines += [""] + missing }
    return lines.flatMap(folded).map { $0 + "\n" }.joined()
  }

  /// Returns counts by version, system, model or cause.
  package func text(_ pivot: SummaryPivot) -> String {
    let total = pivot.rows.reduce(0) { $0 + $1.count }
    var lines = ["  events  share  devices  groups  name, and the group with most events"]
    for row in pivot.rows.prefix(max(limit, 1) * 2) {
      let numbers =
        NumberFormat.grouped(row.count).aligned(to: 8) + GroupWords.percent(row.count, of: total).aligned(to: 7)
        + (row.devices == 0 ? "unknown" : NumberFormat.grouped(row.devices)).aligned(to: 9)
        + NumberFormat.grouped(row.groups).aligned(to: 8)
      lines.append("\(numbers)  \(row.name)  \(row.topGroup)")
    }
    return lines.flatMap(folded).map { $0 + "\n" }.joined()
  }

  private func header(_ summary: Summary) -> String {
    let counts = summary.counts
    let parts = [
      NumberFormat.counted(counts.done, "report"),
      summary.duplicates > 0 ? "\(NumberFormat.counted(summary.duplicates, "duplicate")) counted once" : nil,
      NumberFormat.counted(summary.events, "event"), NumberFormat.counted(summary.groups.count, "group"),
      counts.unreadable > 0 ? "\(NumberFormat.grouped(counts.unreadable)) unreadable" : nil,
      counts.skipped > 0 ? "\(NumberFormat.grouped(counts.skipped)) skipped" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns the title of a table of groups.
  package static func title(_ table: CrashEvent.Table) -> String {
    switch table {
    case .crash: "Crashes"
    case .hang: "Hangs"
    case .memory: "Ended for memory"
    case .resource: "Resources"
    case .simulated: "Simulated and non-fatal"
    case .other: "Not failures"
    }
  }

  private func loops(_ summary: Summary) -> [String] {
    let open = summary.loops.count(where: \.isOpen)
    let groups = Dictionary(summary.groups.map { ($0.group, $0) }) { first, _ in first }
    var lines = ["Crash loops: \(summary.loops.count), \(open) of them still open"]
    for loop in summary.loops.prefix(10) {
      let version = loop.version.map { " \($0)" } ?? ""
      lines.append(
        "  \(loop.length) \(loop.noun) in a row, \(loop.certainty.rawValue)\(loop.isOpen ? ", open" : ""): \(loop.app)\(version)"
      )
      let titles = loop.groups.map { group in
        groups[group].map { GroupWords($0, of: summary).title(atMost: width - indent.count) } ?? group
      }
      lines += wrapped((loop.device.map { ["device \($0)"] } ?? []) + titles)
    }
    if summary.loops.count > 10 { lines.append("  … and \(summary.loops.count - 10) more") }
    return lines
  }

  private func table(_ title: String, _ groups: [GroupSummary], _ summary: Summary) -> [String] {
    let total = groups.reduce(0) { $0 + $1.count }
    let last = summary.groups.compactMap(\.lastSeen).max()
    var lines = [
      "\(title): \(NumberFormat.counted(total, "event")), \(NumberFormat.counted(groups.count, "group"))",
      "   #   events  share  devices",
    ]
    for (rank, group) in groups.prefix(limit).enumerated() {
      let words = GroupWords(group, of: summary)
      let numbers =
        String(rank + 1).aligned(to: 4) + NumberFormat.grouped(group.count).aligned(to: 9)
        + GroupWords.percent(group.count, of: total).aligned(to: 7) + words.devices.aligned(to: 9)
      let title = words.titleLines(first: width - numbers.count - 2, others: width - indent.count)
      lines += ["\(numbers)  \(title[0])"] + title.dropFirst().map { indent + $0 }
      lines += wrapped([words.cause.map { "cause: \($0)" }, words.versions, words.systems].compactMap { $0 })
      let flags = group.flags.map(\.rawValue).joined(separator: " ")
      lines += wrapped(
        [[words.seen ?? "", words.trend(until: last)].filter { !$0.isEmpty }.joined(separator: " "), flags, group.group].filter {
          !$0.isEmpty
        })
    }
    if groups.count > limit {
      lines.append("      … and \(NumberFormat.counted(groups.count - limit, "more group", plural: "more groups"))")
    }
    return lines
  }

  private var indent: String { String(repeating: " ", count: width >= 100 ? 31 : 6) }

  /// Returns the parts in lines that fit the width.
  private func wrapped(_ parts: [String]) -> [String] {
    var lines: [String] = []
    for part in parts {
      if let line = lines.last, line.count + part.count + 3 <= width {
        lines[lines.count - 1] = "\(line) · \(part)"
      } else {
        lines.append(indent + part)
      }
    }
    return lines
  }

  private func list(_ names: [String]) -> [String] {
    names.prefix(10).map { "  \($0)" } + (names.count > 10 ? ["  … and \(names.count - 10) more"] : [])
  }

  /// Returns a line wrapped at blanks; a word that is longer than the width stays whole. Line ends and
  /// control characters in names are made visible: they could add rows.
  private func folded(_ line: String) -> [String] {
    let indent = min(line.prefix { $0 == " " }.count + 4, width / 2)
    var lines: [String] = []
    var rest = TerminalText.line(line)
    while rest.count > width {
      let margin = rest.prefix { $0 == " " }.endIndex
      let limit = rest.index(rest.startIndex, offsetBy: width)
      guard margin < limit,
        let end = rest[margin...limit].lastIndex(of: " ") ?? rest[limit...].firstIndex(of: " "),
        let next = rest[end...].firstIndex(where: { $0 != " " })
      else { break }
      lines.append(String(rest[..<end]))
      rest = String(repeating: " ", count: indent) + rest[next...]
    }
    return lines + [rest]
  }
}
