internal import CrashModel
internal import SymbolModel

extension CrashReport {
  /// The architecture that the process ran as: that of the first image that names one, else the report's own word for the processor
  /// (`ARM-64 (Native)`, `x86_64`); nil if neither is known.
  var processor: Architecture? {
    if let named = images.lazy.compactMap(\.architecture).first { return named }
    guard let word = device.cpuType?.split(separator: " ").first?.lowercased() else { return nil }
    switch word {
    case "arm-64": return Architecture("arm64")
    case "x86-64": return Architecture("x86_64")
    case "arm", "arm64", "arm64e", "aarch64", "x86_64", "i386", "i686", "armv7": return Architecture(word)
    case "x86": return Architecture("i386")
    default: return nil
    }
  }
}
