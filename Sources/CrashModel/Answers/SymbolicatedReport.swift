/// A report as it was read, with what was found out about its frames and images beside it.
public struct SymbolicatedReport: Sendable {
  /// The untouched report.
  public var report: CrashReport
  /// One entry a frame of `report.frames`, in the same order.
  public var resolutions: [FrameResolution]
  /// One entry an image of `report.images`, in the same order.
  public var imageStatuses: [ImageStatus]
  /// The path of the input as the user named it, `-` for standard input.
  public var path: String
  /// Lines of source files around the lines of source frames, where they were asked for and found.
  public var excerpts: [SourcePosition: SourceExcerpt] = [:]

  /// Puts a report and its answers together; the arrays must be as long as the report's.
  public init(report: CrashReport, resolutions: [FrameResolution], imageStatuses: [ImageStatus], path: String) {
    self.report = report
    self.resolutions = resolutions
    self.imageStatuses = imageStatuses
    self.path = path
  }
}
