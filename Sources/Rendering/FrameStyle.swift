/// How frames are worded.
public struct FrameStyle: Hashable, Sendable {
  /// Whether source files are shown with their whole path rather than their name.
  public var fullPaths = false

  /// What is usual.
  public init(fullPaths: Bool = false) { self.fullPaths = fullPaths }
}
