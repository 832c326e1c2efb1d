import AppleLayout
package import CrashModel
import SymbolModel

/// Formats the contents of a report and what is missing for it: the output of `symbolicate inspect`.
package struct InspectText: Sendable {
  /// Whether system images are listed one by one.
  package var isVerbose: Bool

  /// Prepares to format reports.
  package init(isVerbose: Bool = false) { self.isVerbose = isVerbose }

  /// Returns the lines, without line ends: the report's title, its counts, then its images with frames. `note` describes a debug
  /// file, for example `DWARF 5, 42 MB`, or returns nil.
  package func lines(_ answers: SymbolicatedReport, note: (_ debugFile: String) -> String? = { _ in nil }) -> [String] {
    let report = answers.report
    let tally = FrameTally(answers)
    let appImages = report.images.indices.filter { report.images[$0].inApp && tally.framesByImage[$0] > 0 }
    var lines = [Self.title(answers), "  " + Self.counts(report, tally, appImages.count)]
    if let failure = report.exception?.runtimeFailure { lines.append("  " + failure) }
    lines += report.diagnostics.map { "  \($0.severity.rawValue): \($0.sentence)" }
    let shown = report.images.indices.filter { isShown($0, answers, tally) }
    lines += ImageTableText(answers, shown, note).lines
    if let others = Self.others(answers, tally, shown: Set(shown)) { lines.append("  " + others) }
    if tally.bundledScriptFrames > 0 {
      let frames = NumberFormat.counted(tally.bundledScriptFrames, "script frame")
      lines.append("  scripts  \(NumberFormat.grouped(tally.resolvedScriptFrames)) of \(frames) resolved")
    }
    for map in MissingSourceMap.list(answers) {
      let id = map.debugID.map { " \($0)" } ?? ""
      lines.append("  missing  \(map.name)\(id), \(NumberFormat.counted(map.frames, "frame")); \(map.advice)")
    }
    if let gap = SystemSymbolsGap(answers, tally) { lines += gap.lines }
    return lines + DebugFileSource.lines(answers, tally)
  }

  private func isShown(_ position: Int, _ answers: SymbolicatedReport, _ tally: FrameTally) -> Bool {
    guard tally.framesByImage[position] > 0 || isVerbose, !answers.report.images[position].isPlaceholder else { return false }
    let status = answers.imageStatuses[position].status
    return isVerbose || answers.report.images[position].inApp || status == .found || status == .symbols || status == .damaged
  }

  /// `crash.json: kscrash report (crash), Shop 4.2.0 (1187), iPhone14,5, iOS 17.1, EXC_BAD_ACCESS, 2026-11-20 03:12:44Z`
  private static func title(_ answers: SymbolicatedReport) -> String {
    let report = answers.report
    let title = ReportTitle(report)
    let parts = [
      "\(title.format) (\(report.kind.rawValue))", title.process, report.device.model ?? "", title.system,
      title.exception.joined(separator: " "), report.time ?? "",
    ]
    return "\(answers.path)\(ReportTitle.part(report)): " + parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func counts(_ report: CrashReport, _ tally: FrameTally, _ appImages: Int) -> String {
    var parts = [NumberFormat.counted(report.threads.count, "thread")]
    if !report.backtraces.isEmpty { parts.append(NumberFormat.counted(report.backtraces.count, "backtrace")) }
    if !report.callTrees.isEmpty { parts.append(NumberFormat.counted(report.callTrees.count, "call tree")) }
    parts += [
      NumberFormat.counted(report.frames.count, "frame"),
      NumberFormat.counted(report.images.count { !$0.isPlaceholder }, "image"),
    ]
    let verb = appImages == 1 ? "has" : "have"
    return parts.joined(separator: ", ") + "; \(NumberFormat.counted(appImages, "image")) of the app \(verb) frames"
  }

  /// `system   58 images, 3 with frames, already named in the report; 1 of the app without frames`, or nil if there are none.
  private static func others(_ answers: SymbolicatedReport, _ tally: FrameTally, shown: Set<Int>) -> String? {
    let report = answers.report
    let rest = report.images.indices.filter { !shown.contains($0) && !report.images[$0].isPlaceholder }
    let own = rest.count { report.images[$0].inApp }
    let count = rest.count - own
    guard count > 0 else {
      return own > 0 ? "other".padded(to: 9) + NumberFormat.counted(own, "image") + " of the app without frames" : nil
    }
    let end = own > 0 ? "; \(NumberFormat.grouped(own)) of the app without frames" : ""
    let used = rest.count { tally.framesByImage[$0] > 0 }
    let label = "system".padded(to: 9)
    guard used > 0 else { return label + NumberFormat.counted(count, "image") + " without frames" + end }
    let isNamed = report.frames.indices.contains { position in
      report.frames[position].reported?.symbol != nil
        && report.frames[position].image.map { report.images.indices.contains($0) && !shown.contains($0) } ?? false
    }
    let names = ", " + (isNamed ? NamedImages.clause : "not named in the report")
    let framed = used == count ? "" : ", \(NumberFormat.grouped(used)) with frames"
    return label + NumberFormat.counted(count, "image") + framed + names + end
  }
}
