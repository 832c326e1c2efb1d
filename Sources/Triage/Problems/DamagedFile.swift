/// A debug file that cannot be read, and how many frames lack it.
package struct DamagedFile: Hashable, Sendable {
  package var path: String
  /// What is wrong with it, as a clause.
  package var reason: String
  /// The number of reports that lack it.
  package var reports: Int
  /// The number of frames that lack it.
  package var frames: Int

  /// Counts one report.
  package init(path: String, reason: String, reports: Int = 1, frames: Int) {
    self.path = path
    self.reason = reason
    self.reports = reports
    self.frames = frames
  }
}
