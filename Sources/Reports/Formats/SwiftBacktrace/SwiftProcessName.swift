internal import Bytes
import CrashModel

/// Finds out which program a report of the Swift runtime is about: the runtime does not say it.
enum SwiftProcessName {
  /// Returns the name of the image that is no library and has the lowest address; if no addresses are known, the only such image.
  /// Without one it is the name of thread 0, which on Linux is named like the program, cut to 15 bytes; other threads have names
  /// of their own. Returns nil if there is none of these.
  static func find(_ report: CrashReport) -> String? {
    let programs = report.images.filter { image in
      // An image that only frames name has no path that shows whose it is.
      guard let name = image.name, image.inApp || image.path == nil else { return false }
      let isLibrary =
        name.hasSuffix(".so") || name.containsBytes(of: ".so.") || name.hasSuffix(".dylib") || name.hasSuffix(".dll")
      return !isLibrary && !name.hasPrefix("[") && !name.hasPrefix("linux-vdso") && !name.hasPrefix("ld-")
    }
    let placed = programs.filter { $0.loadAddress != nil }
    if let first = placed.min(by: { ($0.loadAddress?.value ?? 0) < ($1.loadAddress?.value ?? 0) }) { return first.name }
    return programs.count == 1 ? programs[0].name : report.threads.first { $0.index == 0 }?.name
  }
}
