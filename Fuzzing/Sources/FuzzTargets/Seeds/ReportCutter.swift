import JSONText

/// Makes reports small: arrays of JSON are cut to two elements, and lists of frames and images in text to six lines. With whole reports
/// libFuzzer runs a quarter of the inputs a second.
enum ReportCutter {
  /// Returns a report of at most `longest` bytes.
  static func cut(_ bytes: [UInt8], longest: Int) -> [UInt8] {
    guard bytes.count > longest else { return bytes }
    return Array((json(bytes) ?? text(bytes)).prefix(longest))
  }

  /// Returns all values of a text, each cut; nil if one is damaged.
  private static func json(_ bytes: [UInt8]) -> [UInt8]? {
    var (at, result) = (0, [UInt8]())
    while at < bytes.count {
      let document = JSONDocument(bytes, in: at..<bytes.count)
      guard let root = document.root else { break }
      guard document.isWellFormed, document.end > at, root.kind == .object || root.kind == .array else { return nil }
      if !result.isEmpty { result.append(10) }
      append(root, to: &result)
      at = document.end
    }
    return result.isEmpty ? nil : result
  }

  private static func append(_ value: JSONValue, to result: inout [UInt8]) {
    switch value.kind {
    case .array:
      result.append(0x5b)
      for (position, element) in value.elements.prefix(2).enumerated() {
        if position > 0 { result.append(0x2c) }
        append(element, to: &result)
      }
      result.append(0x5d)
    case .object:
      result.append(0x7b)
      for (position, (key, member)) in value.members.enumerated() {
        if position > 0 { result.append(0x2c) }
        result += Array(JSONString.encode(key.string).utf8) + [0x3a]
        append(member, to: &result)
      }
      result.append(0x7d)
    default: result += value.document.bytes[value.range]
    }
  }

  /// Returns the text without the seventh and following lines of a list.
  private static func text(_ bytes: [UInt8]) -> [UInt8] {
    var (run, result) = (0, [UInt8]())
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      let first = line.first { $0 > 0x20 } ?? 0
      run = "#+*0123456789".utf8.contains(first) ? run + 1 : 0
      if run <= 6 { result += line + [10] }
    }
    return result
  }
}
