internal import CrashModel

/// Memory tagging (Memory Integrity Enforcement): every 16 bytes of the heap have a tag, and so have pointers to them. An access
/// with another tag ends the process. Source: xnu `osfmk/mach/arm/exception.h`.
enum TagCheck {
  /// Returns whether the processor refused an access because of a tag.
  static func hasFailed(_ report: CrashReport) -> Bool {
    if report.termination?.namespace == "MTE_FAIL" { return true }
    guard let exception = report.exception, exception.type == "EXC_BAD_ACCESS" else { return false }
    if exception.subtype?.hasPrefix("EXC_ARM_MTE_") == true { return true }
    let codes = exception.codes.map(NumberParser.list) ?? []
    return codes.count == 2 && (codes[0] == 0x106 || codes[0] == 0x107)
  }

  /// Returns the tag in an address: bits 59 to 56.
  static func tag(of address: UInt64) -> UInt64 { address >> 56 & 0xf }
}
