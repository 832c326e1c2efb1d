package import SymbolModel

extension CrashException {
  /// The whole address that was accessed, or nil if unknown. Old versions of KSCrash and Sentry keep only its low 32 bits, but
  /// the reason contains all of it ("Attempted to dereference garbage pointer 0x38c6ebeb8."). A null pointer is only recognizable
  /// from the reason.
  package var wholeFaultAddress: RuntimeAddress? {
    let named = reason.flatMap(Self.address(inReason:))
    guard let faultAddress, isFaultAddressTelling else {
      if let named { return RuntimeAddress(named) }
      return reason?.hasPrefix("Attempted to dereference null pointer") == true ? RuntimeAddress(0) : nil
    }
    if let named, faultAddress.value <= UInt64(UInt32.max), named & UInt64(UInt32.max) == faultAddress.value {
      return RuntimeAddress(named)
    }
    return faultAddress
  }

  /// Returns the address of `Attempted to dereference garbage pointer 0x…` and `… pointer at 0x…`.
  private static func address(inReason reason: String) -> UInt64? {
    guard reason.hasPrefix("Attempted to dereference "), let mark = reason.utf8.lastIndex(of: UInt8(ascii: "x")) else {
      return nil
    }
    let digits = reason[mark...].dropFirst().prefix { $0.isASCII && $0.isHexDigit }
    return UInt64(digits.prefix(16), radix: 16)
  }
}
