package import AppleLayout
import CrashModel
package import Triage

/// Formats a summary for a terminal: the crash loops, the tables of groups, what changed since the baseline, and what is missing.
package struct SummaryText: Sendable {
  /// The amount of detail beside the groups.
  package enum Detail: Sendable {
    /// Only the first groups, for whoever named a directory of reports.
    case head
    /// The groups alone.
    case quiet
    /// Also one line about missing debug files.
    case usual
    /// Also all loops, and all that is missing.
    case verbose
  }

  /// A line and its style from a column on.
  private struct Line {
    var text: String
    var style: TextStyle?
    var column = 0

    init(_ text: String, _ style: TextStyle? = nil, from column: Int = 0) {
      (self.text, self.style, self.column) = (text, style, column)
    }
  }

  /// The number of columns.
  private let width: Int
  /// The maximum number of groups in a table.
  private let limit: Int
  private let detail: Detail

  /// Prepares to format summaries in `width` columns, at least 40, with at most `limit` groups per table.
  package init(width: Int, limit: Int = 20, detail: Detail = .usual) {
    self.width = max(width, 40)
    self.limit = limit
    self.detail = detail
  }

  /// Returns the whole summary, every line ended.
  package func text(_ summary: Summary) -> String { String(decoding: styled(summary).bytes, as: UTF8.self) }

  /// Returns the same with the styles of its lines.
  package func styled(_ summary: Summary) -> StyledText {
    var lines = [Line(header(summary))]
    if !summary.loops.isEmpty { lines += [Line("")] + loops(summary) }
    for table in CrashEvent.Table.allCases {
      let groups = summary.groups.filter { $0.table == table }
      guard !groups.isEmpty, detail != .head || table == summary.groups.first?.table else { continue }
      lines += [Line("")] + self.table(Self.title(table), groups, summary)
    }
    if detail != .head {
      lines += HealthText.lines(summary.health, days: detail == .verbose ? .max : Self.healthDays).map { Line($0) }
      lines += changes(summary)
    }
    let missing = missing(summary)
    if !missing.isEmpty { lines += [Line("")] + missing.map { Line($0) } }
    return styled(lines)
  }

  /// Returns counts by version, system, model, cause, day or week.
  package func text(_ pivot: SummaryPivot) -> String {
    let total = pivot.rows.reduce(0) { $0 + $1.count }
    var lines = ["  events  share  devices  groups  NAME, LARGEST GROUP"]
    for row in pivot.rows.prefix(max(limit, 1) * 2) {
      let numbers =
        NumberFormat.grouped(row.count).aligned(to: 8) + GroupWords.percent(row.count, of: total).aligned(to: 7)
        + (row.devices == 0 ? "no IDs" : NumberFormat.grouped(row.devices)).aligned(to: 9)
        + NumberFormat.grouped(row.groups).aligned(to: 8)
      let name = pivot.subject == .cause && row.name != "?" ? CauseWords.title(row.name) : row.name
      lines.append("\(numbers)  \(name)  \(row.topGroup)")
    }
    return String(decoding: styled(lines.map { Line($0) }).bytes, as: UTF8.self)
  }

  private func header(_ summary: Summary) -> String {
    let counts = summary.counts
    let parts = [
      NumberFormat.counted(counts.done, "report"),
      summary.duplicates > 0 ? "\(NumberFormat.counted(summary.duplicates, "duplicate")) counted once" : nil,
      summary.excluded > 0 ? "\(NumberFormat.counted(summary.excluded, "event")) left out by --since, --until or --app" : nil,
      NumberFormat.counted(summary.events, "event"), NumberFormat.counted(summary.groups.count, "group"),
      counts.unreadable > 0 ? "\(NumberFormat.grouped(counts.unreadable)) unreadable" : nil,
      counts.skipped > 0 ? "\(NumberFormat.counted(counts.skipped, "other file")) skipped" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns the title of a table of groups.
  package static func title(_ table: CrashEvent.Table) -> String {
    switch table {
    case .crash: "Crashes"
    case .hang: "Hangs"
    case .memory: "Out of memory (jetsam)"
    case .resource: "Resources"
    case .simulated: "Simulated and non-fatal"
    case .other: "Other reports (not crashes)"
    }
  }

  // MARK: Parts

  private func loops(_ summary: Summary) -> [Line] {
    let all = LoopWords(summary).lines
    let shown = detail == .verbose ? all[...] : all.prefix(Self.loopLimit)
    let rest = all.count - shown.count
    let more = rest > 0 ? [Line("… and \(NumberFormat.counted(rest, "more group")) with crash loops; -v lists them")] : []
    return shown.map { Line($0, .crashedThread) } + more
  }

  /// The last days of each version in the table of health, unless all are asked for.
  private static let healthDays = 7

  /// The most lines about loops, unless all are asked for.
  private static let loopLimit = 5

  private func table(_ title: String, _ groups: [GroupSummary], _ summary: Summary) -> [Line] {
    let total = groups.reduce(0) { $0 + $1.count }
    let last = summary.groups.compactMap(\.lastSeen).max()
    var lines = [
      Line(
        "\(title): \(NumberFormat.counted(total, "event")), \(NumberFormat.counted(groups.count, "group")), by devices, then events",
        .appFrame),
      Line("   #   events  share  devices"),
    ]
    for (rank, group) in groups.prefix(limit).enumerated() {
      let words = GroupWords(group, of: summary)
      let numbers =
        String(rank + 1).aligned(to: 4) + NumberFormat.grouped(group.count).aligned(to: 9)
        + GroupWords.percent(group.count, of: total).aligned(to: 7) + words.devices.aligned(to: 9)
      let title = words.titleLines(first: width - numbers.count - 2, others: width - indent.count)
      lines.append(Line("\(numbers)  \(title[0])", .appFrame, from: numbers.count + 2))
      lines += title.dropFirst().map { Line(indent + $0, .place, from: indent.count) }
      guard detail != .head else { continue }
      lines += wrapped([words.caller].compactMap { $0 })
      lines += wrapped([words.causeClause, words.versions, words.systems].compactMap { $0 })
      lines += wrapped([words.suspect, words.owners].compactMap { $0 })
      lines += wrapped([words.seen, bars(words, last), marks(group, words), group.group].compactMap { $0 })
    }
    if groups.count > limit {
      lines.append(
        Line("      … and \(NumberFormat.counted(groups.count - limit, "more group"))\(detail == .head ? "" : "; --top N")"))
    }
    return lines
  }

  /// `last 14 days ·····█·█··█···`
  private func bars(_ words: GroupWords, _ last: String?) -> String? {
    let bars = words.trend(until: last)
    return bars.isEmpty ? nil : "last \(GroupWords.trendLength) days \(bars)"
  }

  private func marks(_ group: GroupSummary, _ words: GroupWords) -> String? {
    group.flags.isEmpty ? nil : group.flags.map(\.rawValue).joined(separator: ", ")
  }

  private func changes(_ summary: Summary) -> [Line] {
    let changes = BaselineChanges(summary)
    guard let sentence = changes.sentence else { return [] }
    var lines = [Line(""), Line(sentence, .appFrame), Line("  change    events  share   before  share")]
    let rows = changes.rows.prefix(limit)
    let room = width - Self.changeMargin
    let areNarrow = rows.contains { $0.title.count > room }
    for row in rows {
      let numbers =
        "  " + row.kind.rawValue.padded(to: 7) + NumberFormat.grouped(row.count).aligned(to: 9) + row.share.aligned(to: 7)
        + NumberFormat.grouped(row.countBefore).aligned(to: 9) + row.shareBefore.aligned(to: 7)
      lines.append(Line(areNarrow ? numbers : "\(numbers)  \(row.title)"))
      if areNarrow { lines.append(Line("    " + row.title.shortened(to: width - 4))) }
    }
    if changes.rows.count > limit { lines.append(Line("  … and \(changes.rows.count - limit) more")) }
    return lines
  }

  /// The columns before the title of a change.
  private static let changeMargin = 43

  private func missing(_ summary: Summary) -> [String] {
    switch detail {
    case .quiet: []
    case .head, .usual: [SummaryEnd().line(summary, width: width)].compactMap { $0 }
    case .verbose: SummaryEnd(isWhole: true, limit: .max).missing(summary)
    }
  }

  // MARK: Lines

  private var indent: String { String(repeating: " ", count: width >= 100 ? 31 : 6) }

  /// Returns the parts in lines that fit the width.
  private func wrapped(_ parts: [String]) -> [Line] {
    var lines: [String] = []
    for part in parts {
      if let line = lines.last, line.count + part.count + 3 <= width {
        lines[lines.count - 1] = "\(line) · \(part)"
      } else {
        lines.append(indent + part)
      }
    }
    return lines.map { Line($0, .inlinedMark, from: indent.count) }
  }

  private func styled(_ lines: [Line]) -> StyledText {
    var text = StyledText()
    for line in lines {
      var column = line.column
      for piece in TerminalText.line(line.text).folded(to: width) {
        let start = piece.index(piece.startIndex, offsetBy: column, limitedBy: piece.endIndex) ?? piece.endIndex
        text.append(piece[..<start].utf8)
        text.append(piece[start...].utf8, line.style)
        text.append("\n".utf8)
        column = 0
      }
    }
    return text
  }
}
