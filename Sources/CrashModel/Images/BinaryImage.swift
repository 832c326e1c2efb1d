public import SymbolModel

/// One executable, library or framework that was mapped into the crashed process.
@usableFromInline
package struct BinaryImage: Sendable {
  /// What the images of all processes that map one file have in common. Shared and never changed, because reports list the same
  /// images at other addresses: to copy an image counts one reference instead of six.
  @usableFromInline
  package struct Build: Sendable {
    /// See `BinaryImage.name`.
    @usableFromInline package var name: String?
    /// See `BinaryImage.path`.
    @usableFromInline package var path: String?
    /// See `BinaryImage.identifier`.
    @usableFromInline package var identifier: String?
    /// See `BinaryImage.version`.
    @usableFromInline package var version: String?
    /// See `BinaryImage.id`.
    @usableFromInline package var id: ImageID?
    /// See `BinaryImage.idText`.
    @usableFromInline package var idText: String?
    /// See `BinaryImage.architecture`.
    @usableFromInline package var architecture: Architecture?

    /// Creates a build of which everything else is unknown.
    package init(name: String? = nil, path: String? = nil) { (self.name, self.path) = (name, path) }
  }

  @usableFromInline
  final class Shared: Sendable {
    @usableFromInline let build: Build

    init(_ build: Build) { self.build = build }
  }

  @usableFromInline var shared: Shared

  /// The name: the last component of the path if there is one.
  package var name: String? {
    @inlinable get { shared.build.name }
    set { change { $0.name = newValue } }
  }
  /// The path on the device, as reported.
  package var path: String? {
    @inlinable get { shared.build.path }
    set { change { $0.path = newValue } }
  }
  /// The bundle identifier or another second name that frames use for the image.
  package var identifier: String? {
    @inlinable get { shared.build.identifier }
    set { change { $0.identifier = newValue } }
  }
  /// The version text of the image.
  package var version: String? {
    @inlinable get { shared.build.version }
    set { change { $0.version = newValue } }
  }
  /// The UUID or build ID, or nil if the report has none or only zeros.
  package var id: ImageID? {
    @inlinable get { shared.build.id }
    set { change { $0.id = newValue } }
  }
  /// The UUID or build ID as the report spells it.
  package var idText: String? {
    @inlinable get { shared.build.idText }
    set { change { $0.idText = newValue } }
  }
  package var architecture: Architecture? {
    @inlinable get { shared.build.architecture }
    set { change { $0.architecture = newValue } }
  }
  /// The load address, or nil if the report does not have it.
  package var loadAddress: RuntimeAddress?
  /// The size in bytes, the exclusive end minus the load address, or nil if the report does not have it.
  package var size: UInt64?
  /// Whether this is the placeholder for everything that is in no other image (`.ips` source `A`): consulted last, matches no
  /// file.
  package var isPlaceholder: Bool
  /// Whether the load address is that of the segment `__TEXT_EXEC` instead of `__TEXT`: the kernel's caches of ARM processors move
  /// the segments of the kernel and of its extensions apart from each other.
  package var loadAddressIsTextExec = false
  /// Whether it belongs to the app rather than to the system: see `ImageOwnership`.
  package var inApp: Bool
  /// The range of the image's line or object in the input.
  package var sourceRange: Range<Int>

  /// Creates an image of which everything else is unknown.
  package init(name: String? = nil, path: String? = nil, sourceRange: Range<Int> = 0..<0) {
    self.init(Build(name: name, path: path), sourceRange: sourceRange)
  }

  /// Creates an image of a build of which everything else is unknown.
  package init(_ build: Build, inApp: Bool = false, sourceRange: Range<Int> = 0..<0) {
    shared = Shared(build)
    self.sourceRange = sourceRange
    isPlaceholder = false
    self.inApp = inApp
  }

  /// Changes several properties of the build at once: each change makes another shared object.
  package mutating func change(_ body: (inout Build) -> Void) {
    var build = shared.build
    body(&build)
    shared = Shared(build)
  }

  /// Returns whether `address` is inside, or false if the load address or the size is unknown.
  package func contains(_ address: RuntimeAddress) -> Bool {
    guard let load = loadAddress, let size, let offset = address.offset(from: load) else { return false }
    return offset.value < size
  }
}
