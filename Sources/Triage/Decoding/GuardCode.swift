/// The first code of an `EXC_GUARD` exception. Source: xnu `osfmk/kern/exc_guard.h`, `bsd/sys/guarded.h`.
struct GuardCode: Hashable, Sendable {
  /// The type: `MACH_PORT`, `FD`, `USER`, `VNODE`, `VIRT_MEMORY`, `REJECTED_SC`.
  let type: String
  /// The flavor's name, or its number.
  let flavor: String
  /// The port, file descriptor, namespace or process ID.
  let target: UInt32

  /// Takes a code apart: type in bits 63 to 61, flavor in 60 to 32, target in 31 to 0. Nil when the type is unknown.
  init?(_ code: UInt64) {
    let number = Int(code >> 61)
    guard Self.types.indices.contains(number - 1) else { return nil }
    type = Self.types[number - 1]
    let bits = code >> 32 & 0x1fff_ffff
    flavor = Self.flavors[type]?[bits] ?? NumberParser.hex(bits)
    target = UInt32(truncatingIfNeeded: code)
  }

  /// For people: `guarded file descriptor 12: CLOSE`.
  var words: String {
    switch type {
    case "MACH_PORT": "Mach port \(NumberParser.hex(UInt64(target))): \(flavor)"
    case "FD": "file descriptor \(target): \(flavor)"
    case "VNODE": "file of process \(target): \(flavor)"
    default: "\(type): \(flavor)"
    }
  }

  private static let types = ["MACH_PORT", "FD", "USER", "VNODE", "VIRT_MEMORY", "REJECTED_SC"]
  private static let flavors: [String: [UInt64: String]] = [
    "MACH_PORT": [
      1: "DESTROY", 2: "MOD_REFS", 3: "INVALID_OPTIONS", 4: "SET_CONTEXT", 5: "THREAD_SET_STATE", 6: "EXCEPTION_BEHAVIOR",
      7: "SERVICE_PORT", 8: "UNGUARDED", 0x10: "INCORRECT_GUARD", 0x20: "IMMOVABLE", 0x40: "STRICT_REPLY", 0x80: "MSG_FILTERED",
      0x100: "INVALID_RIGHT", 0x200: "INVALID_NAME", 0x400: "INVALID_VALUE", 0x4000: "KERN_FAILURE",
    ],
    "FD": [1: "CLOSE", 2: "DUP", 4: "NOCLOEXEC", 8: "SOCKET_IPC", 0x10: "FILEPORT", 0x20: "MISMATCH", 0x40: "WRITE"],
    "VNODE": [
      1: "RENAME_TO", 2: "RENAME_FROM", 4: "UNLINK", 8: "WRITE_OTHER", 0x10: "TRUNC_OTHER", 0x20: "LINK", 0x40: "EXCHDATA",
    ],
  ]
}
