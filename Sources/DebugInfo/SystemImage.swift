internal import ObjectFiles
package import SystemSymbols
internal import SymbolModel

/// One image of a container of system symbols, or the whole cache.
package struct SystemImage: Sendable {
  package let container: SystemSymbolFile
  /// The image, or nil for the whole cache.
  package let image: ContainerImage?

  /// Takes an image of a container, or the whole cache.
  package init(_ container: SystemSymbolFile, image: ContainerImage?) {
    self.container = container
    self.image = image
  }

  /// Returns the function at a distance from the image's header, or from the beginning of the whole cache; nil if there is none
  /// with a name. The name of a stub island is made up: islands have no symbols. Throws if the container is damaged there.
  func symbol(at address: LinkAddress) throws(SystemSymbolFile.Refusal) -> SymbolTable.Match? {
    if let image, address.value >= image.size { return nil }
    let base = image?.offset ?? 0
    let offset = base &+ address.value
    if image == nil, container.isStub(offset) {
      // Stubs have 16 bytes.
      return SymbolTable.Match(name: Self.stub, start: LinkAddress(address.value & ~15), end: LinkAddress(address.value &+ 1))
    }
    guard let symbol = try container.symbol(at: offset), symbol.start >= base else { return nil }
    return SymbolTable.Match(
      name: symbol.name, start: LinkAddress(symbol.start - base), end: LinkAddress(address.value &+ 1))
  }

  /// The name of code between images that jumps from one to another.
  static let stub = "stub (dyld shared cache)"
}
