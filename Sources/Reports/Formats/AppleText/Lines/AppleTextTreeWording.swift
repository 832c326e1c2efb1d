import AppleLayout
import CrashModel

/// Formats the nodes of call trees as sample and spindump do.
enum AppleTextTreeWording {
  /// Returns a function in the layout of `node`, the line that it replaces. Image and address are kept. sample prints file and line
  /// at the end, spindump beside the image.
  static func text(_ words: FrameWords, like node: AppleTextTreeLine, _ bytes: [UInt8]) -> StyledText {
    let offset = words.offset.map { " + \($0)" } ?? ""
    let place = Array((words.place ?? "").utf8)
    var result = StyledText(Array(TerminalText.visible(words.function).utf8))
    if words.isInlined { result.append(" [inlined]".utf8, .inlinedMark) }
    if words.isMismatch { result.append(" [mismatch]".utf8, .warning) }
    if node.style == .sample {
      if let image = node.image { result.append(Array("  (in ".utf8) + bytes[image] + Array(")".utf8)) }
      result.append(Array("\(offset)  ".utf8) + bytes[node.brackets])
      if !place.isEmpty { result.append("  ".utf8) }
      result.append(place, .place, link: words.url)
      return result
    }
    result.append(offset.utf8)
    if node.image != nil || !place.isEmpty { result.append(" (".utf8) }
    result.append(place, .place, link: words.url)
    if let image = node.image {
      if !place.isEmpty { result.append(" in ".utf8) }
      result.append(bytes[image])
      if let offset = node.imageOffset { result.append(" + \(offset)".utf8) }
    }
    if node.image != nil || !place.isEmpty { result.append(")".utf8) }
    result.append([TextScan.space] + bytes[node.brackets] + bytes[node.suffix])
    return result
  }
}
