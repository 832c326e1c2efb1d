/// A build of a system whose symbols reports lack.
package struct MissingSystem: Hashable, Sendable {
  /// The system, its version, build and architecture, for example `iOS 17.1 (21B74) arm64e`.
  package var name: String
  /// The number of reports.
  package var reports: Int
  /// The number of their frames in images of the system for which they have no name.
  package var frames: Int

  /// Creates a value.
  package init(name: String, reports: Int, frames: Int) {
    self.name = name
    self.reports = reports
    self.frames = frames
  }

  /// Adds what another report, or another part of a summary, says of the same build.
  mutating func add(_ other: MissingSystem) {
    // Numbers of a summary that was read from a file may be anything.
    reports.addCount(other.reports)
    frames.addCount(other.frames)
  }

  /// Orders by frames without a name, then by reports, the most first.
  static func isBefore(_ one: MissingSystem, _ other: MissingSystem) -> Bool {
    (other.frames, other.reports, one.name) < (one.frames, one.reports, other.name)
  }
}
