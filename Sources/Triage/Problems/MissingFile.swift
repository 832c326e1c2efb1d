/// A debug file that reports lack.
package struct MissingFile: Hashable, Sendable {
  /// The image's name; nil when unknown.
  package var name: String?
  /// The architecture; nil when unknown.
  package var arch: String?
  /// The UUID or build-id; nil when unknown.
  package var id: String?
  /// The version; nil when unknown.
  package var version: String?
  /// The number of reports that lack it.
  package var reports: Int
  /// The number of frames that lack it.
  package var frames: Int
  /// A file of the name with another ID.
  package var nearMiss: String?

  /// Counts one report.
  package init(name: String?, arch: String?, id: String?, version: String?, reports: Int = 1, frames: Int, nearMiss: String?) {
    self.name = name
    self.arch = arch
    self.id = id
    self.version = version
    self.reports = reports
    self.frames = frames
    self.nearMiss = nearMiss
  }

  /// What tells files apart.
  var identity: String { [name ?? "", arch ?? "", id ?? ""].joined(separator: "\n") }

  /// Adds what other reports say of the same file.
  mutating func add(_ other: MissingFile) {
    reports.addCount(other.reports)
    frames.addCount(other.frames)
    version = [version, other.version].compactMap { $0 }.min()
    nearMiss = [nearMiss, other.nearMiss].compactMap { $0 }.min()
  }

  /// Orders those with most frames first.
  static func isBefore(_ left: MissingFile, _ right: MissingFile) -> Bool {
    (right.frames, right.reports, left.identity) < (left.frames, left.reports, right.identity)
  }
}
