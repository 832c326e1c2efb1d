/// Reads the addresses of functions from the fixtures' oracle.
enum DebugOracle {
  private static let file = "shop-cpp/out/ios-arm64/Shop.dSYM/Contents/Resources/DWARF/Shop"
  private static let start: UInt64 = 0x1_0000_0000

  /// Distances from the image's start by mangled name: those where nothing is inlined. Return addresses are looked up one byte lower, so
  /// that the first byte of a function is left out.
  static func functions(_ oracle: String) -> [String: [UInt64]] {
    var result: [String: [UInt64]] = [:]
    for line in oracle.split(separator: "\n") where line.hasPrefix(file + "\t") {
      let columns = line.split(separator: "\t")
      guard columns.count >= 4, !columns[3].contains(" <- "), let address = UInt64(columns[2].dropFirst(2), radix: 16) else {
        continue
      }
      guard let name = columns[3].split(separator: " @ ").first.map(String.init), address > start else { continue }
      result[name, default: []].append(address - start)
    }
    // The first address that the oracle has of a function may be its start.
    return result.mapValues { Array($0.sorted().dropFirst()) }.filter { !$0.value.isEmpty }
  }
}
