/// A report with the answers for its frames and images.
package struct SymbolicatedReport: Sendable {
  /// The untouched report.
  package var report: CrashReport
  /// One entry per frame of `report.frames`, in the same order.
  package var resolutions: [FrameResolution]
  /// One entry per image of `report.images`, in the same order.
  package var imageStatuses: [ImageStatus]
  /// The path of the input as the user named it, `-` for standard input.
  package var path: String
  /// Lines of source files around the lines of source frames, if requested and found.
  package var excerpts: [SourcePosition: SourceExcerpt] = [:]
  /// The instruction at which the crashed thread stopped, or nil if it is unknown.
  package var instruction: FaultInstruction?
  /// The variables of the function at which the crashed thread stopped, or nil if nobody asked or none is known.
  package var variables: FrameVariables?
  /// The triage of the report, or nil if it was not requested.
  package var triage: ReportTriage?
  /// What a repository says about the failure, or nil if none was asked.
  package var suspicion: Suspicion?

  /// Combines a report and its answers; the arrays must be as long as the report's.
  package init(report: CrashReport, resolutions: [FrameResolution], imageStatuses: [ImageStatus], path: String) {
    self.report = report
    self.resolutions = resolutions
    self.imageStatuses = imageStatuses
    self.path = path
  }
}
