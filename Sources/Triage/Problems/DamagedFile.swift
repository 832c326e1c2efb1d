/// A debug file that cannot be read, and how many frames lack it.
public struct DamagedFile: Hashable, Sendable {
  /// The path.
  public var path: String
  /// What is wrong with it, as a clause.
  public var reason: String
  /// The number of reports that lack it.
  public var reports: Int
  /// The number of frames that lack it.
  public var frames: Int

  /// Counts one report.
  public init(path: String, reason: String, reports: Int = 1, frames: Int) {
    self.path = path
    self.reason = reason
    self.reports = reports
    self.frames = frames
  }
}
