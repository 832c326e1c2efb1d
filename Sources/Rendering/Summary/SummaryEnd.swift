public import Triage

/// Formats what is missing for a run of many reports.
public struct SummaryEnd: Sendable {
  /// Whether the share of the app's frames with names comes first.
  private let isWhole: Bool

  /// Prepares to format summaries.
  public init(isWhole: Bool = false) { self.isWhole = isWhole }

  /// Returns the share of the app's frames with names, the missing debug files, those with the most frames first, and the systems
  /// without symbols; the first ten of each.
  public func missing(_ summary: Summary) -> [String] {
    var lines: [String] = []
    let counts = summary.counts
    if isWhole && counts.appFrames > 0 {
      let share = GroupWords.percent(counts.resolvedFrames, of: counts.appFrames)
      lines.append(
        "\(NumberText.grouped(counts.resolvedFrames)) of \(NumberText.counted(counts.appFrames, "frame")) of app images resolved (\(share))"
      )
    }
    if !summary.missing.isEmpty {
      lines.append("\(NumberText.counted(summary.missing.count, "debug file")) missing:")
      lines += summary.missing.prefix(10).flatMap(Self.lines)
      if summary.missing.count > 10 { lines.append("  … and \(NumberText.grouped(summary.missing.count - 10)) more") }
    }
    if !summary.missingSystems.isEmpty {
      lines.append("\(NumberText.counted(summary.missingSystems.count, "system build")) without symbols:")
      lines += summary.missingSystems.prefix(10).map { "  \($0.name), \(NumberText.counted($0.reports, "report"))" }
      if summary.missingSystems.count > 10 { lines.append("  … and \(summary.missingSystems.count - 10) more") }
    }
    return lines
  }

  private static func lines(_ file: MissingFile) -> [String] {
    let name = [file.name ?? "?", file.arch.map { "(\($0))" }, file.id, file.version].compactMap { $0 }.joined(separator: " ")
    let numbers = "\(NumberText.counted(file.frames, "frame")) in \(NumberText.counted(file.reports, "report"))"
    return ["  \(name), \(numbers)"] + (file.nearMiss.map { ["    near miss: \($0)"] } ?? [])
  }
}
