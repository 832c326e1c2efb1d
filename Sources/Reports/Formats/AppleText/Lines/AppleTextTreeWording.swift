import AppleLayout

/// Formats the nodes of call trees as sample and spindump do.
enum AppleTextTreeWording {
  /// Returns a frame text such as `name + 12 (File.swift:3)` in the layout of `node`, the line that it replaces. Image and
  /// address are kept. sample prints file and line at the end, spindump beside the image.
  static func text(_ text: StyledText, like node: AppleTextTreeLine, _ bytes: [UInt8]) -> StyledText {
    let words = text.bytes
    let tail = AppleTextFrameTail(words, 0..<words.count, image: 0..<0)
    let offset = tail.offset.map { " + \($0)" } ?? ""
    let place = place(of: tail, in: words)
    let link = text.styles.first { $0.style == .place }?.link
    var result = StyledText(Array(words[tail.name]))
    if tail.inlined { result.append(" [inlined]".utf8, .inlinedMark) }
    if TextScan.hasSuffix(words, 0..<words.count, "[mismatch]") { result.append(" [mismatch]".utf8, .warning) }
    if node.style == .sample {
      if let image = node.image { result.append(Array("  (in ".utf8) + bytes[image] + Array(")".utf8)) }
      result.append(Array("\(offset)  ".utf8) + bytes[node.brackets])
      if !place.isEmpty { result.append("  ".utf8) }
      result.append(place, .place, link: link)
      return result
    }
    result.append(offset.utf8)
    if node.image != nil || !place.isEmpty { result.append(" (".utf8) }
    result.append(place, .place, link: link)
    if let image = node.image {
      if !place.isEmpty { result.append(" in ".utf8) }
      result.append(bytes[image])
      if let offset = node.imageOffset { result.append(" + \(offset)".utf8) }
    }
    if node.image != nil || !place.isEmpty { result.append(")".utf8) }
    result.append([TextScan.space] + bytes[node.brackets] + bytes[node.suffix])
    return result
  }

  private static func place(of tail: AppleTextFrameTail, in words: [UInt8]) -> [UInt8] {
    guard let file = tail.file else { return [] }
    return Array(words[file]) + (tail.line.map { Array(":\($0)".utf8) } ?? [])
  }
}
