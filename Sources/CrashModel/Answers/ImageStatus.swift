/// The result of the search for one image.
package struct ImageStatus: Sendable {
  /// Whether debug files were found. The raw value is the name in JSON output.
  package enum Status: String, Sendable {
    /// A debug file with the same ID was found.
    case found
    /// Only a file with the same ID and without debug information was found: a stripped program, or one whose symbols alone are there.
    case symbols
    /// No debug file with this ID was found, and none with the same name.
    case missing
    /// Only debug files with the same name and another ID were found.
    case mismatch
    /// A debug file with the same ID was found, but it is unreadable.
    case damaged
    /// No frame refers to the image.
    case unneeded
  }

  /// Whether debug files were found.
  package var status: Status
  /// The paths of the debug files used, or of the near misses.
  package var debugFiles: [String]
  /// The debug files of the same name and another build, the nearest one first.
  package private(set) var nearMisses: [NearMiss] = []
  /// The reason why there is none, or the problem with it.
  package var reason: ImageReason?
  /// What is wrong with parts of the debug files, each with its path, in the words of their reader.
  package var damage: [String] = []
  /// The debug file with another ID that is used because of `--allow-mismatch`, or nil if there is none.
  package var usedMismatch: String?
  /// The searched paths, as text, for an image that has only near misses.
  package var lookedIn: [String] = []

  /// Creates a status.
  package init(_ status: Status, debugFiles: [String] = [], reason: ImageReason? = nil) {
    self.status = status
    self.debugFiles = debugFiles
    self.reason = reason
  }

  /// Creates the status of an image that has only near misses; `lookedIn` are the searched paths.
  package init(nearMisses: [NearMiss], lookedIn: [String] = []) {
    self.init(.mismatch, debugFiles: nearMisses.map(\.path), reason: .nearMisses)
    self.nearMisses = nearMisses
    self.lookedIn = lookedIn
  }

  /// The name of the reason in JSON output.
  package var reasonCode: ReasonCode? { reason?.code ?? (damage.isEmpty ? nil : .damagedPart) }

  package mutating func replacePaths(_ replacement: (String) -> String) {
    debugFiles = debugFiles.map(replacement)
    nearMisses = nearMisses.map { $0.replacingPaths(replacement) }
    reason = reason?.replacingPaths(replacement)
    damage = damage.map(replacement)
    usedMismatch = usedMismatch.map(replacement)
    lookedIn = lookedIn.map(replacement)
  }
}
