import AppleLayout
package import CrashModel
import SymbolModel

/// Formats the messages of standard error about a symbolicated report.
package struct DiagnosticsText: Sendable {
  /// Whether every image with frames is listed, and also notes of the reader, rather than only problems.
  package var isVerbose: Bool

  /// Prepares to format diagnostics.
  package init(isVerbose: Bool = false) { self.isVerbose = isVerbose }

  /// Returns the lines, without line ends: a summary, one line per finding of the reader, then the images without symbols with
  /// the reasons. `places` are the paths that were searched for all images, or empty if the images' own reasons have them.
  package func lines(_ answers: SymbolicatedReport, places: [String] = []) -> [String] {
    let tally = FrameTally(answers)
    var missing = tally.imagesWithoutSymbols(of: answers)
    let nameless = missing.isEmpty ? NamelessImages(answers, tally) : nil
    if let nameless { missing = nameless.listed }
    let name = "symbolicate: \(answers.path == "-" ? "standard input" : answers.path)\(ReportTitle.part(answers.report))"
    var lines = answers.report.diagnostics.filter { isVerbose || $0.severity == .warning }.map { "\(name): \($0.sentence)" }
    if let sentence = answers.instruction?.sentence { lines.insert("\(name): \(sentence)", at: 0) }
    if let failure = answers.report.exception?.runtimeFailure { lines.insert("\(name): \(failure)", at: 0) }
    let others = tally.imagesOfAnotherBuild(of: answers)
    if tally.frames > 0 || tally.scriptFrames == 0 {
      let partial = missing.count { answers.imageStatuses[$0].status == .symbols }
      lines.append("\(name): \(Self.summary(tally))\(Self.suffix(missing.count - partial + (nameless?.rest ?? 0), partial))")
    }
    if tally.scriptFrames > 0 { lines.append("\(name): \(Self.scriptSummary(tally))") }
    lines += isVerbose ? [] : others.flatMap { self.lines(of: $0, answers, tally, []) }
    let named = isVerbose ? NamedImages(answers) : nil
    for position in isVerbose ? answers.report.images.indices.filter({ tally.framesByImage[$0] > 0 }) : missing {
      if named?.contains(position) == true {
        lines.append(Self.head("named", position, answers, tally) + ", " + NamedImages.clause)
      } else {
        lines += self.lines(of: position, answers, tally, places)
      }
    }
    if !isVerbose, let rest = nameless?.rest, rest > 0 { lines.append("  missing  \(NumberFormat.counted(rest, "more image"))") }
    return lines + (tally.unmappedScriptFrames > 0 ? MissingSourceMap.list(answers).flatMap(Self.lines) : [])
  }

  /// Returns the line about the system whose symbols would name frames that have no name now, and what to do, or nil. They are the same
  /// for all reports of a build but for the numbers, so that a run prints the line once, under `key`, and the steps once.
  package func missingSystem(_ answers: SymbolicatedReport) -> (key: String, line: String, steps: [String])? {
    guard let gap = SystemSymbolsGap(answers, FrameTally(answers)), gap.frames > 0, gap.advice != nil else { return nil }
    return (gap.name, gap.head, gap.steps)
  }

  private static func summary(_ tally: FrameTally) -> String {
    let inlined = tally.inlinedFunctions > 0 ? " (\(NumberFormat.grouped(tally.inlinedFunctions)) inlined)" : ""
    if tally.appFrames == 0 {
      guard tally.frames > 0 else { return "no frames" }
      return
        "no frames of app images; \(NumberFormat.grouped(tally.resolvedFrames)) of \(NumberFormat.counted(tally.frames, "frame")) resolved"
        + inlined
    }
    let resolved = NumberFormat.grouped(tally.resolvedAppFrames)
    let others = tally.mismatchedAppFrames
    let mismatched = others > 0 ? ", \(NumberFormat.grouped(others)) named by another build" : ""
    return "\(resolved) of \(NumberFormat.counted(tally.appFrames, "frame")) of app images resolved\(inlined)\(mismatched)"
  }

  private static func scriptSummary(_ tally: FrameTally) -> String {
    guard tally.resolvedScriptFrames + tally.unmappedScriptFrames > 0 else {
      return "\(NumberFormat.counted(tally.scriptFrames, "script frame")) left unchanged"
    }
    let frames = NumberFormat.counted(tally.bundledScriptFrames, "script frame")
    return "\(NumberFormat.grouped(tally.resolvedScriptFrames)) of \(frames) resolved"
  }

  private static func lines(_ map: MissingSourceMap) -> [String] {
    let id = map.debugID.map { " \($0)" } ?? ""
    return [
      "  missing  \(map.name)\(id), \(NumberFormat.counted(map.frames, "frame"))", "           \(map.advice)",
    ]
  }

  private static func suffix(_ missing: Int, _ partial: Int) -> String {
    let parts = [
      missing == 0 ? nil : "\(NumberFormat.counted(missing, "image")) without symbols",
      partial == 0 ? nil : "\(NumberFormat.counted(partial, "image")) without debug information",
    ].compactMap { $0 }
    return parts.isEmpty ? "" : "; " + parts.joined(separator: ", ")
  }

  private func lines(of position: Int, _ answers: SymbolicatedReport, _ tally: FrameTally, _ places: [String]) -> [String] {
    let status = answers.imageStatuses[position]
    let indent = String(repeating: " ", count: 11)
    let isMissing = status.status == .mismatch && status.usedMismatch == nil
    var lines = [Self.head(isMissing ? "missing" : status.status.rawValue, position, answers, tally)]
    if !places.isEmpty, status.status == .missing || status.status == .mismatch {
      lines.append(indent + "looked in " + places.joined(separator: ", "))
    }
    if let file = status.usedMismatch {
      return lines + [indent + "used although its ID differs: " + file]
    }
    switch status.status {
    case .mismatch: lines += nearMisses(status).map { indent + $0 }
    case .found: lines += status.debugFiles.map { indent + $0 }
    case .missing, .symbols, .damaged, .unneeded:
      if let reason = answers.reason(ofImage: position), !reason.isEmpty { lines.append(indent + reason) }
    }
    return lines
  }

  /// `  missing  Shop (arm64) 4C4C44E4-5555-3144-A1B0-602671AD96B1, 10 frames`
  private static func head(_ word: String, _ position: Int, _ answers: SymbolicatedReport, _ tally: FrameTally) -> String {
    let image = answers.report.images[position]
    let architecture = image.architecture.map { " (\($0.name))" } ?? ""
    let id = image.id.map { " \($0)" } ?? ""
    let name = image.name ?? image.identifier ?? "???"
    let frames = NumberFormat.counted(tally.framesByImage[position], "frame")
    return "  \(word.padded(to: 8)) \(name)\(architecture)\(id), \(frames)"
  }

  /// Returns one line per near miss, at most three unless `isVerbose`.
  private func nearMisses(_ status: ImageStatus) -> [String] {
    let misses = status.nearMisses
    let shown = isVerbose ? misses[...] : misses.prefix(3)
    let rest = misses.count - shown.count
    return shown.map(\.clause)
      + (rest > 0 ? ["and \(NumberFormat.counted(rest, "more build")) with this name"] : [])
  }
}
