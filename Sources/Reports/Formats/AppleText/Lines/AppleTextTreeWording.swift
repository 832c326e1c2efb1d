/// Formats the nodes of call trees as sample and spindump do.
enum AppleTextTreeWording {
  /// Returns a frame text such as `name + 12 (File.swift:3)` in the layout of `node`, the line that it replaces. Image and
  /// address are kept. sample prints file and line at the end, spindump beside the image.
  static func text(_ words: [UInt8], like node: AppleTextTreeLine, _ bytes: [UInt8]) -> [UInt8] {
    let tail = AppleTextFrameTail(words, 0..<words.count, image: 0..<0)
    let offset = tail.offset.map { Array(" + \($0)".utf8) } ?? []
    let marks = tail.inlined ? Array(" [inlined]".utf8) : []
    let mismatch = TextScan.hasSuffix(words, 0..<words.count, "[mismatch]") ? Array(" [mismatch]".utf8) : []
    let name = Array(words[tail.name]) + marks
    let place = place(of: tail, in: words)
    let address = Array(bytes[node.brackets])
    if node.style == .sample {
      let image = node.image.map { Array("  (in ".utf8) + Array(bytes[$0]) + Array(")".utf8) } ?? []
      return name + mismatch + image + offset + Array("  ".utf8) + address + (place.isEmpty ? [] : Array("  ".utf8) + place)
    }
    var inner = place
    if let image = node.image {
      inner += place.isEmpty ? [] : Array(" in ".utf8)
      inner += Array(bytes[image]) + (node.imageOffset.map { Array(" + \($0)".utf8) } ?? [])
    }
    let parentheses = inner.isEmpty ? [] : Array(" (".utf8) + inner + Array(")".utf8)
    return name + mismatch + offset + parentheses + [TextScan.space] + address + Array(bytes[node.suffix])
  }

  private static func place(of tail: AppleTextFrameTail, in words: [UInt8]) -> [UInt8] {
    guard let file = tail.file else { return [] }
    return Array(words[file]) + (tail.line.map { Array(":\($0)".utf8) } ?? [])
  }
}
