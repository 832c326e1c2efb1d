/// Distinguishes an app's own images from the system's by their paths.
package enum ImageOwnership {
  /// Returns whether an image at `path` belongs to the app: inside its bundle or container, or, for ELF, outside the directories
  /// of the system's libraries. Returns false if the path is unknown.
  package static func isInApp(path: String?) -> Bool {
    guard let path, !path.isEmpty else { return false }
    let bytes = path.utf8.span
    guard bytes[0] == UInt8(ascii: "/") else {
      // macOS shortens paths of users to `*/`; programs on Linux are known by the path that they were started with.
      if path.hasPrefix("*/") || path.hasPrefix("./") || path.hasPrefix("../") { return true }
      return contains(bytes, windowsRoot) && !contains(path.lowercased().utf8.span, windowsSystem)
    }
    for prefix in systemPrefixes where starts(bytes, at: 0, with: prefix) { return false }
    return !liesInSystemFolder(bytes)
  }

  /// Returns whether a path leads through a system directory that can be anywhere: a simulator's runtime, or the libraries of a
  /// Swift toolchain on Linux.
  private static func liesInSystemFolder(_ bytes: Span<UInt8>) -> Bool {
    contains(bytes, simulatorRuntime) || contains(bytes, swiftLibraries)
      || contains(bytes, runtimeRoot) && contains(bytes, coreSimulator)
  }

  private static let windowsRoot = Array(":\\".utf8)
  private static let windowsSystem = Array(":\\windows\\".utf8)
  private static let simulatorRuntime = Array(".simruntime/".utf8)
  private static let swiftLibraries = Array("/usr/lib/swift/linux/".utf8)
  private static let runtimeRoot = Array("/RuntimeRoot/".utf8)
  private static let coreSimulator = Array("/CoreSimulator/".utf8)

  private static let systemPrefixes = [
    "/System/", "/usr/lib", "/lib/", "/lib64/", "/lib32/", "/libx32/", "/usr/libexec/", "/usr/bin/", "/usr/sbin/", "/bin/",
    "/sbin/",
    "/Library/Apple/", "/Library/MobileSubstrate/", "/Library/Developer/CoreSimulator/", "/private/preboot/", "/AppleInternal/",
    "/Developer/", "/private/var/db/dyld", "/private/var/Developer/", "/Applications/Xcode",
  ].map { Array($0.utf8) }

  /// Returns whether `bytes` contains `part`, which is not empty.
  private static func contains(_ bytes: Span<UInt8>, _ part: [UInt8]) -> Bool {
    let first = part[0]
    for at in 0..<max(0, bytes.count - part.count + 1) where bytes[at] == first {
      if starts(bytes, at: at, with: part) { return true }
    }
    return false
  }

  private static func starts(_ bytes: Span<UInt8>, at start: Int, with part: [UInt8]) -> Bool {
    guard bytes.count - start >= part.count else { return false }
    let part = part.span
    for index in part.indices where bytes[start + index] != part[index] { return false }
    return true
  }
}
