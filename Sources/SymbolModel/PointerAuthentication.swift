extension RuntimeAddress {
  /// Returns the possible code addresses without pointer authentication bits, the most likely one first. Returns none if the
  /// address has no such bits, or if the processor is not a 64-bit ARM one. A nil processor is unknown, and may be one.
  ///
  /// The processor keeps a signature in the bits above the address space, except bit 55, which is 1 in the kernel's half, where
  /// all upper bits are (Arm Architecture Reference Manual, `AddPAC`). How wide the space is depends on the system, which a report
  /// may not name:
  ///
  /// - Linux: 48 bits. Libraries lie near the end of it, with bit 47 set (Linux, Documentation/arch/arm64/memory.rst).
  /// - macOS, and iOS for apps with a larger space: 47 bits (xnu, osfmk/mach/arm/vm_param.h, `MACH_VM_MAX_ADDRESS_RAW`).
  /// - iOS, tvOS, watchOS: 39 bits, of which 36 are used (the same, and `T0SZ_BOOT` in osfmk/arm64/proc_reg.h).
  ///
  /// So the image that holds one of these addresses decides which one is right: see `ImageTable`.
  package func withoutPointerAuthentication(on architecture: Architecture?) -> [RuntimeAddress] {
    guard value >> Self.narrowest != 0, architecture?.isARM64 != false else { return [] }
    let masks = Self.widths.map { UInt64(1) << $0 - 1 }
    // Bit 55 is damaged in some reports: the user's half is tried as well.
    let forms = (value & 1 << 55 != 0 ? masks.map { value | ~$0 } : []) + masks.map { value & $0 }
    return forms.compactMap { $0 == value ? nil : RuntimeAddress($0) }
  }

  /// Returns whether this address and another one are the same code, authentication bits aside.
  package func isSameCode(as other: RuntimeAddress, on architecture: Architecture?) -> Bool {
    if self == other { return true }
    guard architecture?.isARM64 == true else { return false }
    let mask: UInt64 = 1 << Self.narrowest - 1
    return value & mask == other.value & mask
  }

  /// The widths of address spaces, in bits.
  private static let widths: [UInt64] = [48, 47, narrowest]
  private static let narrowest: UInt64 = 39
}
