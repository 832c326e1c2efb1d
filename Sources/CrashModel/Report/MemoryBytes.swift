package import SymbolModel

/// Bytes of the crashed process's memory that a report contains.
package struct MemoryBytes: Hashable, Sendable {
  /// The address of the first byte.
  package let address: RuntimeAddress
  package let bytes: [UInt8]

  package init(address: RuntimeAddress, bytes: [UInt8]) {
    self.address = address
    self.bytes = bytes
  }

  /// Returns whether a byte of this memory is at an address.
  package func contains(_ address: RuntimeAddress) -> Bool {
    address >= self.address && address.value - self.address.value < UInt64(bytes.count)
  }
}
