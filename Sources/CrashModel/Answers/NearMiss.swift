package import SymbolModel

/// A debug file with the name of an image, but from another build.
package struct NearMiss: Hashable, Sendable {
  /// A place in a function, by the report's name and offset, that is not so in the file.
  package struct Contradiction: Hashable, Sendable {
    package var function: String
    package var offset: UInt64
    /// Whether the function is shorter in the file; otherwise it is at another address.
    package var isOutside: Bool

    package init(function: String, offset: UInt64, isOutside: Bool) {
      (self.function, self.offset, self.isOutside) = (function, offset, isOutside)
    }
  }

  /// The path of the file.
  package var path: String
  /// The UUID or build ID of the file, or nil if it has none.
  package var id: ImageID?
  /// The architecture of the file, with that of the image if it is another one: `x86_64, not arm64`, or empty if unknown.
  package var architecture: String
  /// Further facts about the file's build: `version 4.2.0 (1187), dated 2026-09-21`, or empty if unknown.
  package var build: String
  /// The first function of the report that contradicts the file, or nil if only its ID shows that it is from another build.
  package var contradiction: Contradiction?

  /// Creates a near miss that only the ID contradicts.
  package init(path: String, id: ImageID? = nil, architecture: String = "", build: String = "") {
    self.path = path
    self.id = id
    self.architecture = architecture
    self.build = build
  }

  /// Returns the same file with another path.
  func replacingPaths(_ replacement: (String) -> String) -> NearMiss {
    var result = self
    result.path = replacement(path)
    return result
  }
}
