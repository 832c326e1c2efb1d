/// A function, with its names in the debug information. The same object represents a function as long as its source is open, so
/// that derived names can be cached by it.
package final class DWARFFunction: Sendable {
  /// The linkage name, or nil if the debug information has none.
  package let linkageName: String?
  /// The name without scopes, or nil if the debug information has none.
  package let name: String?
  /// The namespaces and types around the function, outermost first, or empty if there is a linkage name.
  package let scopes: [String]
  /// Whether the compiler made it up (`DW_AT_artificial`).
  package let isArtificial: Bool

  /// Creates a function; nil and empty mean unknown.
  package init(linkageName: String?, name: String?, scopes: [String], isArtificial: Bool = false) {
    self.linkageName = linkageName
    self.name = name
    self.scopes = scopes
    self.isArtificial = isArtificial
  }
}
