package import SymbolModel

/// A debug file with the name of an image, but from another build.
package struct NearMiss: Hashable, Sendable {
  /// The path of the file.
  package var path: String
  /// The UUID or build ID of the file, or nil if it has none.
  package var id: ImageID?
  /// The architecture of the file, with that of the image if it is another one: `x86_64, not arm64`, or empty if unknown.
  package var architecture: String
  /// Further facts about the file's build: `version 4.2.0 (1187), dated 2026-09-21`, or empty if unknown.
  package var build: String
  /// The first frame of the report that contradicts the file, as a clause, or nil if only its ID shows that it is from another
  /// build.
  package var contradiction: String?

  /// Creates a near miss that only the ID contradicts.
  package init(path: String, id: ImageID? = nil, architecture: String = "", build: String = "") {
    self.path = path
    self.id = id
    self.architecture = architecture
    self.build = build
  }

  /// A description as a clause that begins with the path: `dSYMs/Shop.dSYM is build 4C4C44A9-... (arm64), version 4.2.0 (1187)`.
  package var clause: String {
    if let contradiction { return "\(path) is another build: \(contradiction)" }
    let head = path + (id.map { " is build \($0)" } ?? "") + (architecture.isEmpty ? "" : " (\(architecture))")
    return build.isEmpty ? head : "\(head), \(build)"
  }
}
