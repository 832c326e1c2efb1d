public import SymbolModel
internal import System

/// One executable, library or framework that was mapped into the crashed process.
///
/// Copies are cheap: they share the reported properties of the file until one of them changes. Reports have hundreds of images: if
/// each copy has its own properties, a batch takes 4 percent more instructions.
public struct BinaryImage: Sendable {
  /// The name: the last component of the path if there is one.
  public var name: String? {
    get { description.value.name }
    set { description.change { $0.name = newValue } }
  }
  /// The path on the device, as reported.
  public var path: String? {
    get { description.value.path }
    set { description.change { $0.path = newValue } }
  }
  /// The bundle identifier or another second name that frames use for the image.
  public var identifier: String? {
    get { description.value.identifier }
    set { description.change { $0.identifier = newValue } }
  }
  /// The version text of the image.
  public var version: String? {
    get { description.value.version }
    set { description.change { $0.version = newValue } }
  }
  /// The UUID or build ID, or nil if the report has none or only zeros.
  public var id: ImageID? {
    get { description.value.id }
    set { description.change { $0.id = newValue } }
  }
  /// The UUID or build ID as the report spells it.
  public var idText: String? {
    get { description.value.idText }
    set { description.change { $0.idText = newValue } }
  }
  /// The architecture.
  public var architecture: Architecture? {
    get { description.value.architecture }
    set { description.change { $0.architecture = newValue } }
  }
  /// The load address, or nil if the report does not have it.
  public var loadAddress: RuntimeAddress?
  /// The size in bytes, the exclusive end minus the load address, or nil if the report does not have it.
  public var size: UInt64?
  /// Whether this is the placeholder for everything that is in no other image (`.ips` source `A`): consulted last, matches no
  /// file.
  public var isPlaceholder: Bool
  /// Whether the load address is that of the segment `__TEXT_EXEC` instead of `__TEXT`: the kernel's caches of ARM processors move
  /// the segments of the kernel and of its extensions apart from each other.
  public var beginsWithCode = false
  /// Whether it belongs to the app rather than to the system: see `ImageOwnership`.
  public var inApp: Bool
  /// The range of the image's line or object in the input.
  public var place: Range<Int>

  /// The reported properties of the file.
  private struct Description {
    var name: String?
    var path: String?
    var identifier: String?
    var version: String?
    var id: ImageID?
    var idText: String?
    var architecture: Architecture?
  }

  private var description: CopyOnWrite<Description>

  /// Creates an image of which everything else is unknown.
  public init(name: String? = nil, path: String? = nil, place: Range<Int> = 0..<0) {
    description = CopyOnWrite(Description(name: name, path: path))
    self.place = place
    isPlaceholder = false
    inApp = false
  }

  /// Returns whether `address` is inside, or false if the load address or the size is unknown.
  public func contains(_ address: RuntimeAddress) -> Bool {
    guard let load = loadAddress, let size, let offset = address.offset(from: load) else { return false }
    return offset.value < size
  }
}
