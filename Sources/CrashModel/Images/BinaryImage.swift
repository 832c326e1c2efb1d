package import SymbolModel

/// One executable, library or framework that was mapped into the crashed process.
package struct BinaryImage: Sendable {
  /// The name: the last component of the path if there is one.
  package var name: String?
  /// The path on the device, as reported.
  package var path: String?
  /// The bundle identifier or another second name that frames use for the image.
  package var identifier: String?
  /// The version text of the image.
  package var version: String?
  /// The UUID or build ID, or nil if the report has none or only zeros.
  package var id: ImageID?
  /// The UUID or build ID as the report spells it.
  package var idText: String?
  package var architecture: Architecture?
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
    (self.name, self.path) = (name, path)
    self.sourceRange = sourceRange
    isPlaceholder = false
    inApp = false
  }

  /// Returns whether `address` is inside, or false if the load address or the size is unknown.
  package func contains(_ address: RuntimeAddress) -> Bool {
    guard let load = loadAddress, let size, let offset = address.offset(from: load) else { return false }
    return offset.value < size
  }
}
