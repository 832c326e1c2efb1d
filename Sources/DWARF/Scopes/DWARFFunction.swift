/// A function, with names as the debug information has them. One object stands for a function as long as its source is open, so
/// that what is made of the names can be kept by it.
public final class DWARFFunction: Sendable {
  /// The linkage name; nil when the debug information has none.
  public let linkageName: String?
  /// The name without scopes; nil when the debug information has none.
  public let name: String?
  /// The namespaces and types around the function, outermost first; empty when there is a linkage name.
  public let scopes: [String]

  /// Makes a function; nil and empty stand for what is unknown.
  public init(linkageName: String?, name: String?, scopes: [String]) {
    self.linkageName = linkageName
    self.name = name
    self.scopes = scopes
  }
}
