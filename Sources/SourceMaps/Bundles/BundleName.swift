internal import System

/// The name of a bundle as stacks give it: a path or URL, reduced to what tells bundles apart.
struct BundleName: Hashable, Sendable {
  /// The last component of the path, without what follows `?` or `#`; empty when there is none.
  let file: String

  /// Reads a path or URL: `http://localhost:8081/index.bundle?platform=ios` is `index.bundle`.
  init(_ text: String) {
    let path = text.prefix { $0 != "?" && $0 != "#" }
    file = Path.lastComponent(of: String(path))
  }

  /// Whether the name is that of a bundle's part, whose map is that of the bundle as a whole: `seg-1.js`, `seg-1_12.js`, `12.js`.
  var isPart: Bool {
    guard file.hasSuffix(".js") else { return false }
    let stem = file.dropLast(3)
    let digits = stem.hasPrefix("seg-") ? stem.dropFirst(4) : stem
    return !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) || $0 == "_" }
  }
}
