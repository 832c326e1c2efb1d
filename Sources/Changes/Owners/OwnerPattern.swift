/// A pattern of CODEOWNERS, which follows the rules of `.gitignore`: `*.swift`, `/Sources/`, `docs/*`, `Sources/**/Cart.swift`.
struct OwnerPattern {
  private let components: [[UInt8]]
  private let isAnchored: Bool
  private let isDirectory: Bool

  /// Reads a pattern.
  init(_ text: String) {
    var pattern = Array(text.utf8)[...]
    isDirectory = pattern.last == UInt8(ascii: "/")
    if isDirectory { pattern = pattern.dropLast() }
    isAnchored = pattern.contains(UInt8(ascii: "/"))
    components = pattern.split(separator: UInt8(ascii: "/")).map(Array.init)
  }

  /// Returns whether it fits a path or a directory above it.
  func matches(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    guard !components.isEmpty else { return false }
    let starts = isAnchored ? 0...0 : 0...max(parts.count - 1, 0)
    return starts.contains { matches(components[...], parts[$0...]) }
  }

  /// Whether components fit the beginning of a path. `docs/*` does not fit what is in a directory below `docs`.
  private func matches(_ pattern: ArraySlice<[UInt8]>, _ path: ArraySlice<[UInt8]>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty ? !isDirectory : !endsWithStar || !isAnchored }
    if first == Self.anything {
      return (path.startIndex...path.endIndex).contains { matches(pattern.dropFirst(), path[$0...]) }
    }
    guard let part = path.first, Self.matches(first[...], part[...]) else { return false }
    return matches(pattern.dropFirst(), path.dropFirst())
  }

  private var endsWithStar: Bool { components.last == [UInt8(ascii: "*")] }

  private static let anything = Array("**".utf8)

  /// Whether a pattern without slashes fits a name.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    var (pattern, name) = (pattern, name)
    var retry: (pattern: ArraySlice<UInt8>, name: ArraySlice<UInt8>)?
    while let byte = name.first {
      if pattern.first == UInt8(ascii: "*") {
        retry = (pattern.dropFirst(), name)
        pattern = pattern.dropFirst()
      } else if let wanted = pattern.first, wanted == byte || wanted == UInt8(ascii: "?") {
        (pattern, name) = (pattern.dropFirst(), name.dropFirst())
      } else if let back = retry {
        (pattern, name) = (back.pattern, back.name.dropFirst())
        retry = (back.pattern, back.name.dropFirst())
      } else {
        return false
      }
    }
    return pattern.allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
