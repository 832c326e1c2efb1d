import CrashModel
import SymbolModel

/// Words a line of the image list as Apple does.
enum ImageLine {
  /// `START - END name arch  <uuid> path` on iOS, `START - END identifier (version) <uuid> path` on macOS; END is inclusive.
  static func text(of image: BinaryImage, _ style: TranslatedText.Style) -> String {
    let start = image.loadAddress?.value ?? 0
    let range = FrameLines.aligned(hex(start), 18) + " - " + FrameLines.aligned(end(of: image, from: start), 18)
    let path = image.path ?? "???"
    switch style {
    case .embedded:
      let name = image.name ?? "???"
      return "\(range) \(name) \(image.architecture?.name ?? "???")  <\(image.id?.hex ?? zeros)> \(path)"
    case .desktop:
      let name = image.identifier ?? image.name ?? "???"
      return "\(range) \(name) (\(image.version ?? "*")) <\(dashed(image.id))> \(path)"
    }
  }

  private static let zeros = String(repeating: "0", count: 32)

  private static func end(of image: BinaryImage, from start: UInt64) -> String {
    if image.isPlaceholder { return hex(.max) }
    guard let size = image.size else { return "???" }
    return hex(start &+ (size > 0 ? size - 1 : 0))
  }

  private static func hex(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }

  private static func dashed(_ id: ImageID?) -> String {
    id?.description.lowercased() ?? "00000000-0000-0000-0000-000000000000"
  }
}
