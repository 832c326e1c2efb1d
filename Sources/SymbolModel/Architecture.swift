/// The name of a processor architecture as Apple's and ELF tools print it, for example `arm64e` or `x86_64`.
/// Only a tie-break and a label: images are matched by `ImageID`.
@usableFromInline
package struct Architecture: Hashable, Sendable, CustomStringConvertible {
  /// The name, lower case.
  package let name: String

  /// Wraps a name such as `arm64`.
  package init(_ name: String) { self.name = name }

  /// Reads a Mach-O `cputype` and `cpusubtype` (mach/machine.h), ignoring sign and capability bits. Returns nil for unknown
  /// types.
  package init?(machCPUType type: Int64, subtype: Int64) {
    let sub = subtype & 0x00ff_ffff
    switch type & 0xffff_ffff {
    case 0x0100_000c: name = sub == 2 ? "arm64e" : "arm64"
    case 0x0200_000c: name = "arm64_32"
    case 12: name = Self.armNames[Int(sub)] ?? "arm"
    case 0x0100_0007: name = sub == 8 ? "x86_64h" : "x86_64"
    case 7: name = "i386"
    case 18: name = "ppc"
    case 0x0100_0012: name = "ppc64"
    default: return nil
    }
  }

  private static let armNames = [5: "armv4t", 6: "armv6", 7: "armv5", 9: "armv7", 11: "armv7s", 12: "armv7k", 14: "armv6m"]

  /// Returns whether code for one may be code for the other: variants of a processor (`arm64` and `arm64e`, `armv7` and
  /// `armv7s`) count as the same, since formats such as MetricKit only name the device's.
  package func isCompatible(with other: Architecture) -> Bool { family == other.family }

  /// The name without the variant.
  private var family: String {
    switch name {
    case "arm64", "arm64e", "aarch64": "arm64"
    case "x86_64", "x86_64h", "amd64", "x86-64": "x86_64"
    case "i386", "i486", "i586", "i686", "x86": "i386"
    default: isARM32 ? "arm" : name
    }
  }

  /// Whether instructions may be Thumb, so that code addresses can have the low bit set.
  package var isARM32: Bool { name.hasPrefix("armv") || name == "arm" }
  /// Whether code addresses may carry pointer authentication bits.
  package var isARM64: Bool { name.hasPrefix("arm64") || name == "aarch64" }
  /// Whether pointers have 64 bits. `arm64_32` has 64 in its name, but pointers of 32 bits.
  package var is64Bit: Bool { (name.contains("64") && name != "arm64_32") || name == "s390x" }
  /// The name.
  @usableFromInline package var description: String { name }
}
