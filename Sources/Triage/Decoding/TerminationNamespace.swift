/// Termination namespaces and their codes. Source: xnu `bsd/sys/reason.h`, `bsd/sys/kern_memorystatus.h`.
enum TerminationNamespace {
  /// What a code of a namespace stands for; nil when there is no table for it.
  static func words(_ namespace: String, code: UInt64) -> String? {
    switch namespace {
    case "CODESIGNING": codeSigning[code]
    case "DYLD": dyld[code]
    case "EXEC": exec[code]
    case "JETSAM": jetsam[code]
    case "GUARD": GuardCode(code)?.words
    default: KillCode.words(code)
    }
  }

  /// Whether the codes of a namespace tell different failures apart.
  static func hasTellingCodes(_ namespace: String) -> Bool { ["CODESIGNING", "DYLD", "EXEC"].contains(namespace) }

  private static let codeSigning: [UInt64: String] = [
    1: "invalid signature", 2: "invalid page", 3: "task access port", 4: "launch constraint violated",
  ]
  private static let dyld: [UInt64: String] = [
    1: "library missing", 2: "library for another architecture", 3: "library of a wrong version", 4: "symbol missing",
    5: "code signature of a library is invalid", 6: "sandbox forbids a library", 7: "malformed Mach-O file", 9: "other failure",
    10: "dlsym is blocked",
  ]
  private static let exec: [UInt64: String] = [
    1: "bad Mach-O file", 8: "security policy", 10: "FairPlay", 13: "32-bit program", 14: "program for another platform",
  ]
  private static let jetsam: [UInt64: String] = [
    2: "highwater", 3: "vnode-limit", 4: "vm-pageshortage", 5: "proc-thrashing", 6: "fc-thrashing", 7: "per-process-limit",
    8: "disk-space-shortage", 9: "idle-exit", 10: "zone-map-exhaustion", 11: "vm-compressor-thrashing",
    12: "vm-compressor-space-shortage", 13: "low-swap", 14: "sustained-memory-pressure", 15: "vm-pageout-starvation",
    16: "conclave-limit", 17: "long-idle-exit", 100: "cpu-limit",
  ]
}
