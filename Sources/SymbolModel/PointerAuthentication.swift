extension RuntimeAddress {
  /// The address without pointer authentication bits.
  ///
  /// On arm64 the bits above the address space (47 bits for user code, as on macOS; iOS uses fewer) may hold a signature;
  /// bit 55 tells kernel addresses, whose upper bits are ones. On other architectures nothing changes.
  public func strippingPointerAuthentication(on architecture: Architecture?) -> RuntimeAddress {
    let mask: UInt64 = 0x0000_7fff_ffff_ffff
    guard value & ~mask != 0, architecture?.isARM64 == true else { return self }
    return RuntimeAddress(value & (1 << 55) == 0 ? value & mask : value | ~mask)
  }
}
