package import Triage

/// Formats a summary as GitHub-flavored Markdown.
package struct SummaryMarkdown: Sendable {
  private let limit: Int

  /// Prepares to format summaries with at most `limit` groups per table.
  package init(limit: Int = 20) { self.limit = limit }

  /// Returns the whole summary.
  package func text(_ summary: Summary) -> String {
    var lines = ["# Crash summary", ""]
    lines.append(
      "\(NumberFormat.counted(summary.counts.done, "report")), \(NumberFormat.counted(summary.events, "event")), "
        + "\(NumberFormat.counted(summary.groups.count, "group")), \(NumberFormat.counted(summary.duplicates, "duplicate")).")
    if !summary.loops.isEmpty { lines += ["", "## Crash loops", ""] + loops(summary) }
    for table in CrashEvent.Table.allCases {
      let groups = summary.groups.filter { $0.table == table }
      if !groups.isEmpty { lines += ["", "## \(SummaryText.title(table))", ""] + self.table(groups, summary) }
    }
    lines += HealthMarkdown.lines(summary.health)
    lines += changes(summary)
    let missing = SummaryEnd().missing(summary)
    if !missing.isEmpty { lines += ["", "## Debug files", ""] + MarkdownText.fence(missing) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The groups that are new, gone, rising and falling since the baseline.
  private func changes(_ summary: Summary) -> [String] {
    let changes = BaselineChanges(summary).rows
    guard !changes.isEmpty else { return [] }
    var lines = [
      "", "## Since the baseline", "", "| change | events | share | before | share | where |", "|---|---:|---:|---:|---:|---|",
    ]
    for row in changes.prefix(limit) {
      let cells = [
        row.kind.rawValue, NumberFormat.grouped(row.count), row.share, NumberFormat.grouped(row.countBefore), row.shareBefore,
      ]
      lines.append("| \((cells + [Self.code(row.title)]).joined(separator: " | ")) |")
    }
    if changes.count > limit { lines += ["", "… and \(changes.count - limit) more changes."] }
    return lines
  }

  private func table(_ groups: [GroupSummary], _ summary: Summary) -> [String] {
    let total = groups.reduce(0) { $0 + $1.count }
    var lines = [
      "| # | events | share | devices | where | cause | versions | seen | marks |", "|---:|---:|---:|---:|---|---|---|---|---|",
    ]
    for (rank, group) in groups.prefix(limit).enumerated() {
      let words = GroupWords(group, of: summary)
      let cells = [
        String(rank + 1), NumberFormat.grouped(group.count), GroupWords.percent(group.count, of: total), words.devices,
        [Self.code(words.title), words.caller.map(Self.cell), words.suspect.map(Self.cell), words.owners.map(Self.cell)]
          .compactMap { $0 }.joined(separator: "<br>"),
        Self.cell(words.cause ?? ""), Self.cell(words.versions ?? ""), Self.cell(words.seen ?? ""),
        group.flags.map(\.rawValue).joined(separator: ", "),
      ]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    if groups.count > limit { lines += ["", "… and \(groups.count - limit) more groups."] }
    return lines
  }

  /// One line per group with loops: `- **12 devices cannot start 4.3.0**: `Basket.pick (basket.cpp:40)`, up to 7 crashes in a row`.
  private func loops(_ summary: Summary) -> [String] {
    let loops = LoopWords(summary).loops
    let lines = loops.prefix(limit).map { loop in
      "- **\(MarkdownText.inline(loop.subject))**: \(Self.code(loop.place)), \(loop.extent)"
    }
    return lines + (loops.count > limit ? ["", "… and \(loops.count - limit) more groups with crash loops."] : [])
  }

  /// Returns text as code on one line, so that nothing in it is markup, and no bar ends a cell.
  private static func code(_ text: String) -> String { MarkdownText.code(String(text.map { $0 == "|" ? "¦" : $0 })) }

  private static func cell(_ text: String) -> String { text.isEmpty ? "" : code(text) }
}
