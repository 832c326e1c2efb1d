package import Triage

/// Formats what is missing for a run of many reports.
package struct SummaryEnd: Sendable {
  /// Whether the share of the app's frames with names comes first.
  private let isWhole: Bool

  /// Prepares to format summaries.
  package init(isWhole: Bool = false) { self.isWhole = isWhole }

  /// `2 debug files (Shop, PayKit) and symbols of 3 systems are missing, 52 of 551 frames of the app have no name; -v lists them`, or nil
  /// if nothing is missing.
  package func line(_ summary: Summary) -> String? {
    var parts: [String] = []
    if !summary.missing.isEmpty {
      var names: [String] = []
      for name in summary.missing.compactMap(\.name) where !names.contains(name) { names.append(name) }
      let list = names.isEmpty ? "" : " (\(names.prefix(3).joined(separator: ", "))\(names.count > 3 ? ", …" : ""))"
      parts.append(NumberFormat.counted(summary.missing.count, "debug file") + list)
    }
    if !summary.missingSystems.isEmpty {
      parts.append("symbols of \(NumberFormat.counted(summary.missingSystems.count, "system build"))")
    }
    if !summary.damaged.isEmpty { parts.append(NumberFormat.counted(summary.damaged.count, "damaged debug file")) }
    guard !parts.isEmpty else {
      return summary.warnings.isEmpty
        ? nil : "\(NumberFormat.counted(summary.warnings.count, "kind of warning", plural: "kinds of warnings")); -v lists them"
    }
    let counts = summary.counts
    let unnamed = counts.appFrames - counts.resolvedFrames
    let frames =
      unnamed > 0
      ? "\(NumberFormat.grouped(unnamed)) of \(NumberFormat.counted(counts.appFrames, "frame")) of the app without a name; " : ""
    return "Missing: \(parts.joined(separator: ", ")); \(frames)-v lists them"
  }

  /// Returns the share of the app's frames with names, the missing debug files, those with the most frames first, and the systems
  /// without symbols; the first ten of each.
  package func missing(_ summary: Summary) -> [String] {
    var lines: [String] = []
    let counts = summary.counts
    if isWhole && counts.appFrames > 0 {
      let share = GroupWords.percent(counts.resolvedFrames, of: counts.appFrames)
      lines.append(
        "\(NumberFormat.grouped(counts.resolvedFrames)) of \(NumberFormat.counted(counts.appFrames, "frame")) of app images resolved (\(share))"
      )
    }
    if isWhole && counts.scriptFrames > 0 { lines.append(Self.scripts(counts)) }
    if !summary.missing.isEmpty {
      lines.append("\(NumberFormat.counted(summary.missing.count, "debug file")) missing:")
      lines += summary.missing.prefix(10).flatMap(Self.lines)
      if summary.missing.count > 10 { lines.append("  … and \(NumberFormat.grouped(summary.missing.count - 10)) more") }
      let first = summary.missing.first { $0.id != nil && $0.arch != nil }
      lines += DebugFileSource.lines(id: first?.id, name: first?.name)
    }
    if !summary.missingSystems.isEmpty {
      lines.append("\(NumberFormat.counted(summary.missingSystems.count, "system build")) without symbols:")
      lines += summary.missingSystems.prefix(10).map { Self.line($0) }
      if summary.missingSystems.count > 10 { lines.append("  … and \(summary.missingSystems.count - 10) more") }
      lines += Self.advice(summary.missingSystems)
    }
    lines += Self.list(summary.damaged, "damaged debug file") { file in
      let numbers = "\(NumberFormat.counted(file.frames, "frame")) in \(NumberFormat.counted(file.reports, "report"))"
      return ["  \(file.path), \(numbers)", "    \(file.reason)"]
    }
    lines += Self.list(summary.warnings, "kind of warning", plural: "kinds of warnings") { warning in
      ["  \(NumberFormat.counted(warning.reports, "report")): \(warning.kind)"]
    }
    return lines
  }

  /// `4 of 6 script frames of the app resolved (67%)`
  private static func scripts(_ counts: SummaryCounts) -> String {
    let share = GroupWords.percent(counts.resolvedScriptFrames, of: counts.scriptFrames)
    let frames = NumberFormat.counted(counts.scriptFrames, "script frame")
    return "\(NumberFormat.grouped(counts.resolvedScriptFrames)) of \(frames) of the app resolved (\(share))"
  }

  /// `  iOS 17.1 (21B74) arm64e, 12 frames without a name in 3 reports`
  private static func line(_ system: MissingSystem) -> String {
    let reports = NumberFormat.counted(system.reports, "report")
    let frames = system.frames > 0 ? "\(NumberFormat.counted(system.frames, "frame")) without a name in " : ""
    return "  \(system.name), \(frames)\(reports)"
  }

  /// Where the symbols of the first listed system with a known source come from.
  private static func advice(_ systems: [MissingSystem]) -> [String] {
    systems.prefix(10).lazy.map { SystemSymbolsSource.lines(for: $0.name) }.first { !$0.isEmpty }?.map { "    " + $0 } ?? []
  }

  /// Returns the reports with frames of the app without a name, the first 20.
  package func failing(_ reports: [FailingReport]) -> [String] {
    guard !reports.isEmpty else { return [] }
    var lines = ["\(NumberFormat.counted(reports.count, "report")) with unnamed frames of the app:"]
    for report in reports.prefix(20) {
      let images = report.images.prefix(5).joined(separator: ", ") + (report.images.count > 5 ? ", …" : "")
      lines.append("  \(report.path): \(report.unresolved) of \(NumberFormat.counted(report.frames, "frame")), in \(images)")
    }
    if reports.count > 20 { lines.append("  … and \(NumberFormat.grouped(reports.count - 20)) more") }
    return lines
  }

  /// Returns the first ten of a list under its number; nothing for an empty list.
  private static func list<Item>(
    _ items: [Item], _ noun: String, plural: String? = nil, _ lines: (Item) -> [String]
  ) -> [String] {
    guard !items.isEmpty else { return [] }
    let rest = items.count > 10 ? ["  … and \(NumberFormat.grouped(items.count - 10)) more"] : []
    return ["\(NumberFormat.counted(items.count, noun, plural: plural)):"] + items.prefix(10).flatMap(lines) + rest
  }

  private static func lines(_ file: MissingFile) -> [String] {
    let name = [file.name ?? "?", file.arch.map { "(\($0))" }, file.id, file.version].compactMap { $0 }.joined(separator: " ")
    let numbers = "\(NumberFormat.counted(file.frames, "frame")) in \(NumberFormat.counted(file.reports, "report"))"
    return ["  \(name), \(numbers)"] + (file.nearMiss.map { ["    near miss: \($0)"] } ?? [])
  }
}
