public import SymbolModel

/// One executable, library or framework that was mapped into the crashed process.
public struct BinaryImage: Sendable {
  /// The name: the last component of the path where there is one.
  public var name: String?
  /// The path on the device, as reported.
  public var path: String?
  /// The bundle identifier or another second name that frames use for the image.
  public var identifier: String?
  /// The version text of the image.
  public var version: String?
  /// The UUID or build-id; nil when the report has none or only zeros.
  public var id: ImageID?
  /// The UUID or build-id as the report spells it.
  public var idText: String?
  /// The architecture.
  public var architecture: Architecture?
  /// Where the image begins in memory; nil when the report does not say.
  public var loadAddress: RuntimeAddress?
  /// The size in bytes, the exclusive end minus the load address; nil when the report does not say.
  public var size: UInt64?
  /// Whether this stands for everything that is in no other image (`.ips` source `A`): consulted last, matches no file.
  public var isPlaceholder = false
  /// Whether it belongs to the app rather than to the system: see `ImageOwnership`.
  public var inApp = false
  /// The bytes of the image's line or object in the input.
  public var place: Range<Int>

  /// An image of which everything else is unknown.
  public init(name: String? = nil, path: String? = nil, place: Range<Int> = 0..<0) {
    self.name = name
    self.path = path
    self.place = place
  }

  /// Whether `address` lies inside; false when the load address or the size is unknown.
  public func contains(_ address: RuntimeAddress) -> Bool {
    guard let load = loadAddress, let size, let offset = address.offset(from: load) else { return false }
    return offset.value < size
  }
}

/// Tells an app's own images from the system's by their paths.
public enum ImageOwnership {
  /// Whether an image at `path` belongs to the app: inside its bundle or container, or, for ELF, outside the folders of
  /// the system's libraries. False when the path is unknown.
  public static func isInApp(path: String?) -> Bool {
    guard let path, !path.isEmpty else { return false }
    let bytes = path.utf8.span
    guard bytes[0] == UInt8(ascii: "/") else {
      return contains(bytes, windowsRoot) && !contains(path.lowercased().utf8.span, windowsSystem)
    }
    for prefix in systemPrefixes where starts(bytes, at: 0, with: prefix) { return false }
    return !liesInSystemFolder(bytes)
  }

  /// Whether a path leads through a folder of the system that can stand anywhere: a simulator's runtime, or the libraries of a
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

  /// Whether `bytes` holds `part`, which is not empty.
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
