import CrashModel

/// Finds out which program a report of the Swift runtime is about: the runtime does not say it.
enum SwiftProcessName {
  /// Returns the name of the image that is no library and has the lowest address, or nil if there is none.
  static func find(_ report: CrashReport) -> String? {
    let programs = report.images.filter { image in
      guard let name = image.name, image.loadAddress != nil, image.inApp else { return false }
      let isLibrary = name.hasSuffix(".so") || name.contains(".so.") || name.hasSuffix(".dylib") || name.hasSuffix(".dll")
      return !isLibrary && !name.hasPrefix("[") && !name.hasPrefix("linux-vdso") && !name.hasPrefix("ld-")
    }
    return programs.min { ($0.loadAddress?.value ?? 0) < ($1.loadAddress?.value ?? 0) }?.name
  }
}
