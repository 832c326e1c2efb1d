package import Triage

/// Formats what is missing for a run of many reports.
package struct SummaryEnd: Sendable {
  /// Whether the share of the app's frames with names comes first.
  private let isWhole: Bool
  /// The most entries of a list.
  private let limit: Int

  /// Prepares to format summaries, with at most `limit` entries per list.
  package init(isWhole: Bool = false, limit: Int = 10) {
    self.isWhole = isWhole
    self.limit = limit
  }

  /// `Missing: 2 debug files (Shop, PayKit), symbols of 3 system builds; 52 of 551 frames of the app without a name; -v lists them`, with
  /// fewer facts if that is longer than `width`, or nil if nothing is missing.
  package func line(_ summary: Summary, width: Int) -> String? {
    let parts = Self.parts(summary, namesFiles: true)
    guard !parts.isEmpty else {
      return summary.warnings.isEmpty
        ? nil : "\(NumberFormat.counted(summary.warnings.count, "kind of warning", plural: "kinds of warnings")); -v lists them"
    }
    let counts = summary.counts
    let unnamed = counts.appFrames - counts.resolvedFrames
    let ratio = "\(NumberFormat.grouped(unnamed)) of \(NumberFormat.grouped(counts.appFrames))"
    let frames = unnamed > 0 ? "\(ratio) frames of the app without a name; " : ""
    let few = Self.parts(summary, namesFiles: false)
    let lines = [(parts, frames), (few, frames), (few, unnamed > 0 ? "\(ratio) frames; " : ""), (few, "")].map { parts, frames in
      "Missing: \(parts.joined(separator: ", ")); \(frames)-v lists them"
    }
    return lines.first { $0.count <= width } ?? lines[lines.count - 1]
  }

  private static func parts(_ summary: Summary, namesFiles: Bool) -> [String] {
    var parts: [String] = []
    if !summary.missing.isEmpty {
      var names: [String] = []
      // Four tell that there are more than the three that are shown.
      for file in summary.missing where namesFiles && names.count < 4 {
        if let name = file.name, !names.contains(name) { names.append(name) }
      }
      let list = names.isEmpty ? "" : " (\(names.prefix(3).joined(separator: ", "))\(names.count > 3 ? ", …" : ""))"
      parts.append(NumberFormat.counted(summary.missing.count, "debug file") + list)
    }
    if !summary.missingSystems.isEmpty {
      parts.append("symbols of \(NumberFormat.counted(summary.missingSystems.count, "system build"))")
    }
    if !summary.damaged.isEmpty { parts.append(NumberFormat.counted(summary.damaged.count, "damaged debug file")) }
    return parts
  }

  /// Returns the share of the app's frames with names, the missing debug files, those with the most frames first, and the systems
  /// without symbols; the first ones of each.
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
      lines += summary.missing.prefix(limit).flatMap(Self.lines) + more(summary.missing.count)
      let first = summary.missing.first { $0.id != nil && $0.arch != nil }
      lines += DebugFileSource.lines(id: first?.id, name: first?.name)
    }
    if !summary.missingSystems.isEmpty {
      lines.append("\(NumberFormat.counted(summary.missingSystems.count, "system build")) without symbols:")
      let shown = summary.missingSystems.prefix(limit)
      lines += shown.map { Self.line($0) } + more(summary.missingSystems.count)
      lines += SystemSymbolsSource.lines(forAll: shown.map(\.name)).map { "    " + $0 }
    }
    lines += list(summary.damaged, "damaged debug file") { file in
      let numbers = "\(NumberFormat.counted(file.frames, "frame")) in \(NumberFormat.counted(file.reports, "report"))"
      return ["  \(file.path), \(numbers)", "    \(file.reason)"]
    }
    lines += list(summary.warnings, "kind of warning", plural: "kinds of warnings") { warning in
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

  /// Returns how many entries of a list are left out, if any are.
  private func more(_ count: Int) -> [String] {
    count > limit ? ["  … and \(NumberFormat.grouped(count - limit)) more"] : []
  }

  /// Returns the first entries of a list under its number; nothing for an empty list.
  private func list<Item>(
    _ items: [Item], _ noun: String, plural: String? = nil, _ lines: (Item) -> [String]
  ) -> [String] {
    guard !items.isEmpty else { return [] }
    return ["\(NumberFormat.counted(items.count, noun, plural: plural)):"] + items.prefix(limit).flatMap(lines)
      + more(items.count)
  }

  private static func lines(_ file: MissingFile) -> [String] {
    let name = [file.name ?? "?", file.arch.map { "(\($0))" }, file.id, file.version].compactMap { $0 }.joined(separator: " ")
    let numbers = "\(NumberFormat.counted(file.frames, "frame")) in \(NumberFormat.counted(file.reports, "report"))"
    return ["  \(name), \(numbers)"] + (file.nearMiss.map { ["    found \($0), but it is another build"] } ?? [])
  }
}
