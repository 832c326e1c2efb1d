public import CrashModel
public import Reports

/// Turns answered reports into the bytes of an output format and into messages.
public struct OutputRenderer: Sendable {
  private let format: OutputFormat

  /// Renders in `format`.
  public init(format: OutputFormat, fullPaths: Bool = false, onlyCrashed: Bool = false, color: Bool = false) {
    self.format = format
  }

  /// The output for one input.
  public func bytes(_ document: ReportDocument, _ answers: [SymbolicatedReport]) -> [UInt8] {
    var s = ""
    for a in answers {
      for t in a.report.threads {
        s += "Thread \(t.index)\(t.crashed ? " Crashed" : "")\n"
        for f in t.frames {
          let r = a.resolutions[f]
          s +=
            "\(a.report.frames[f].index) \(a.report.frames[f].image.map { a.report.images[$0].name ?? "?" } ?? "-") \(r.basis) \(r.symbol ?? "-") + \(r.symbolOffset ?? 0) \(r.reason ?? "") \(r.sources.map { "\($0.function) \($0.file ?? ""):\($0.line ?? 0)" })\n"
        }
      }
    }
    return Array(s.utf8)
  }

  /// What is said of a report on standard error.
  public func diagnostics(_ report: SymbolicatedReport, color: Bool, isVerbose: Bool) -> String {
    zip(report.report.images, report.imageStatuses).filter { $0.1.status != .unneeded }.map { "\($0.0.name ?? "") \($0.1)\n" }
      .joined()
  }
}
