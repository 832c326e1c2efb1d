import CrashModel
import SymbolModel

/// What minidump-stackwalk's forms say of a module, by which its debug file is found.
enum MinidumpModule {
  /// Returns the UUID or build ID of a module, or without one the Breakpad identifier, by which symbol files of Breakpad are found.
  ///
  /// `debugID` is the Breakpad identifier: for Mach-O the UUID, followed by an age of 0; for ELF the first 16 bytes of the build ID in
  /// the byte order of a GUID, so that `codeID`, the whole build ID, is better.
  static func id(debugID: String?, codeID: String?, isApple: Bool) -> ImageID? {
    if isApple { return debugID.flatMap { $0.utf8.count >= 32 ? ImageID(parsing: String($0.prefix(32))) : nil } }
    return codeID.flatMap { $0.utf8.count >= 16 ? ImageID(parsing: $0.lowercased()) : nil }
      ?? debugID.flatMap { $0.utf8.count > 32 ? ImageID(breakpad: $0, hasAge: true) : nil }
  }

  /// Whether a system's programs are Mach-O files.
  static func isApple(system name: String?) -> Bool {
    guard let name = name?.lowercased() else { return false }
    return name.hasPrefix("mac") || name.hasPrefix("ios") || name.hasPrefix("darwin")
  }

  /// Returns whether Breakpad's offsets of callers are those of the calls.
  static func isARM(_ architecture: Architecture?) -> Bool { architecture?.name.hasPrefix("arm") ?? false }

  /// The architecture by the tool's name for it.
  static func architecture(_ name: String?) -> Architecture? {
    switch name {
    case nil, "", "unknown": nil
    case "amd64": Architecture("x86_64")
    case let name?: Architecture(name)
    }
  }

  /// The exception of a crash reason: `EXC_BAD_ACCESS / KERN_INVALID_ADDRESS`, `SIGSEGV /SEGV_MAPERR`, `EXCEPTION_ACCESS_VIOLATION_READ`.
  /// The crash address is that of the access for memory faults, otherwise that of the instruction.
  static func exception(reason: String, address: UInt64?) -> CrashException {
    var exception = CrashException()
    let parts = reason.split(separator: "/", maxSplits: 1).map { String($0).trimmingBlanks }
    let first = parts.first ?? reason
    if first.hasPrefix("SIG") { exception.signal = first } else { exception.type = first }
    if parts.count > 1 { exception.subtype = parts[1] }
    let isAccess = exception.isMemoryFault || first.hasPrefix("EXCEPTION_ACCESS_VIOLATION")
    if isAccess, let address { exception.faultAddress = RuntimeAddress(address) }
    return exception
  }
}
