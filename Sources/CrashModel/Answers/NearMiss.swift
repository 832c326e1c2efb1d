public import SymbolModel

/// A debug file that has the name of an image, but is not of its build.
public struct NearMiss: Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// The UUID or build ID of the file; nil when it has none.
  public var id: ImageID?
  /// What else is known of the file's build: `version 4.2.0 (1187), dated 2026-09-21`; empty when nothing is.
  public var build: String
  /// The first frame of the report that the file contradicts, as a clause; nil when its ID alone tells that it is another build.
  public var contradiction: String?

  /// Makes a near miss of which nothing contradicts the report but the ID.
  public init(path: String, id: ImageID? = nil, build: String = "") {
    self.path = path
    self.id = id
    self.build = build
  }

  /// What it is, as a clause that begins with the path: `dSYMs/Shop.dSYM is build 4C4C44A9-..., version 4.2.0 (1187)`.
  public var clause: String {
    if let contradiction { return "\(path) is another build: \(contradiction)" }
    let head = path + (id.map { " is build \($0)" } ?? "")
    return build.isEmpty ? head : "\(head), \(build)"
  }
}
