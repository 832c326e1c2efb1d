/// What became of one image.
public struct ImageStatus: Sendable {
  /// Whether debug files were found. The raw value is the name used in JSON output.
  public enum Status: String, Sendable {
    /// A debug file with the same ID was found.
    case found
    /// No debug file with this ID was found, and none of the same name.
    case missing
    /// Only debug files of the same name with another ID were found.
    case mismatch
    /// A debug file with the same ID was found, but it cannot be read.
    case damaged
    /// No frame refers to the image.
    case unneeded
  }

  /// Whether debug files were found.
  public var status: Status
  /// The paths of the debug files used, or of the near misses.
  public var debugFiles: [String]
  /// The debug files of the same name and another build, the nearest one first.
  public private(set) var nearMisses: [NearMiss] = []
  /// Why there is none, or what is wrong with it.
  public var reason: String?
  /// The debug file with another ID that is used all the same, because the user asked for it; nil when none is.
  public var usedMismatch: String?
  /// Of an image with near misses only, the places that were searched, each worded for people.
  public var lookedIn: [String] = []

  /// Makes a status.
  public init(_ status: Status, debugFiles: [String] = [], reason: String? = nil) {
    self.status = status
    self.debugFiles = debugFiles
    self.reason = reason
  }

  /// Makes the status of an image that has near misses only; `lookedIn` are the places that were searched.
  public init(nearMisses: [NearMiss], lookedIn: [String] = []) {
    self.init(.mismatch, debugFiles: nearMisses.map(\.path), reason: nearMisses.map(\.clause).joined(separator: "; "))
    self.nearMisses = nearMisses
    self.lookedIn = lookedIn
  }
}
