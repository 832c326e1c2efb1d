import CrashModel

/// The reports of one input, some of which may be nothing but the header of a text or `.ips` report: cut files, or lines that
/// only look like the first line of a report.
///
/// If the input holds nothing but one header, it is shown. Beside other reports a header is dropped: an input of a million
/// headers, 38 bytes each, would otherwise make a million outputs.
struct EmptyReports {
  /// All reports in the order of the input.
  var reports: [CrashReport]

  /// Looks at the reports of one input.
  init(_ reports: [CrashReport]) { self.reports = reports }

  /// The positions of the reports that are more than a header; the only report is one of them.
  var indicesOfOthers: [Int] {
    reports.count > 1 ? reports.indices.filter { !Self.isHeader(reports[$0]) } : Array(reports.indices)
  }

  /// Returns the reports that are more than a header; the first one says how many were dropped.
  ///
  /// - Throws: `ReportError` if there are several and all are headers.
  consuming func withoutThem() throws(ReportError) -> [CrashReport] {
    let others = indicesOfOthers
    let dropped = reports.count - others.count
    guard dropped > 0 else { return reports }
    var kept = others.map { reports[$0] }
    guard !kept.isEmpty else {
      throw ReportError(.notAReport("\(dropped) report headers without threads, images or frames"))
    }
    let what = dropped == 1 ? "1 report header" : "\(dropped) report headers"
    kept[0].diagnostics.append(
      ReportDiagnostic(.warning, "\(what) without threads, images or frames \(dropped == 1 ? "was" : "were") skipped"))
    return kept
  }

  /// Returns whether a report has no threads, images or frames. Reports of other formats are objects with a body, which may say
  /// that a process ended without any: KSCrash when the system ended the app for its use of memory, MetricKit when it counts
  /// exits.
  private static func isHeader(_ report: CrashReport) -> Bool {
    guard report.format.has(.hasHeader), report.memory == nil else { return false }
    return report.threads.isEmpty && report.images.isEmpty && report.frames.isEmpty
  }
}
