internal import Bytes
package import SymbolModel
internal import System

/// An image whose debug file is fetched.
package struct MissingImage: Hashable, Sendable {
  /// The UUID or build ID.
  package let id: ImageID
  /// The file name of the image as the report gives it, or nil if it gives none.
  package let name: String?
  /// The architecture, or nil if unknown.
  package let architecture: Architecture?
  /// Whether it is known to be an ELF image.
  package let isELF: Bool

  /// Takes what a report says. Of a path, only the last component is used.
  package init(id: ImageID, name: String?, architecture: Architecture?, isELF: Bool) {
    self.id = id
    let last = name.map { Path.lastComponent(of: $0) }
    self.name = last.flatMap { ["", ".", ".."].contains($0) ? nil : $0 }
    self.architecture = architecture
    self.isELF = isELF || id.count != 16
  }

  /// The name without characters that a file name or the arguments of a command should not have: control characters, `/`, and `-` at
  /// its beginning.
  package var plainName: String? {
    guard let name else { return nil }
    let plain = String(
      String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 32 || $0.value == 127 || $0 == "/" ? "_" : $0 }))
    return plain.hasPrefix("-") ? "_" + plain.dropFirst() : plain
  }

  /// Breakpad's form of the ID: the digits in upper case and the age. For ELF the first 16 bytes of the build ID, of which the first
  /// three integers are in the other byte order.
  var breakpadID: String? {
    if id.count == 16, !isELF { return id.hex.uppercased() + "0" }
    var bytes = Array(id.bytes.prefix(16))
    while bytes.count < 16 { bytes.append(0) }
    let swapped = bytes[..<4].reversed() + bytes[4..<6].reversed() + bytes[6..<8].reversed() + bytes[8...]
    return ImageID(bytes: Array(swapped)).map { $0.hex.uppercased() + "0" }
  }
}
