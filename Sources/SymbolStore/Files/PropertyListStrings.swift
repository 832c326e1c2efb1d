/// The strings of a property list by key, at any depth. If a key occurs more than once, the first one counts. Hostile lists yield
/// fewer strings, never a trap.
struct PropertyListStrings {
  private var strings: [String: String] = [:]

  /// Reads an XML or binary property list.
  init(_ bytes: [UInt8]) {
    if bytes.starts(with: "bplist00".utf8) { readBinary(bytes) } else { readXML(bytes) }
  }

  /// The string of a key.
  subscript(key: String) -> String? { strings[key] }

  private mutating func note(_ key: String, _ text: String) {
    if strings[key] == nil, strings.count < 1000 { strings[key] = text }
  }

  // MARK: XML

  /// Finds every `<key>` that is followed by a `<string>`.
  private mutating func readXML(_ bytes: [UInt8]) {
    var key: String?
    var at = 0
    while let open = bytes[at...].firstIndex(of: UInt8(ascii: "<")) {
      guard let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")) else { return }
      let tag = bytes[(open + 1)..<close]
      at = close + 1
      let isKey = tag.elementsEqual("key".utf8)
      guard isKey || tag.elementsEqual("string".utf8) else {
        if tag.first != UInt8(ascii: "/"), tag.first != UInt8(ascii: "!") { key = nil }
        continue
      }
      let end = bytes[at...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
      let text = Self.unescaped(String(decoding: bytes[at..<end], as: UTF8.self))
      if !isKey, let key { note(key, text) }
      key = isKey ? text : nil
      at = end
    }
  }

  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    var result = ""
    for (position, part) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
      let pieces = part.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      if position > 0, pieces.count == 2, let character = names[String(pieces[0])] {
        result += character + pieces[1]
      } else {
        result += (position > 0 ? "&" : "") + part
      }
    }
    return result
  }

  // MARK: Binary

  /// Reads a binary list (CFBinaryPList.c): objects, a table of their offsets, and a trailer of 32 bytes. The keys and values of
  /// every dictionary are found through the table, so nesting costs nothing.
  private mutating func readBinary(_ bytes: [UInt8]) {
    guard bytes.count >= 40 else { return }
    let trailer = bytes.count - 32
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard let count = Self.number(bytes, trailer + 8, 8), let table = Self.number(bytes, trailer + 24, 8),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize), count <= (1 << 16), table < trailer,
      count * offsetSize <= trailer - table
    else { return }
    let offsets = (0..<count).map { Self.number(bytes, table + $0 * offsetSize, offsetSize) ?? 0 }
    var read = 0
    for offset in offsets where offset < trailer && bytes[offset] >> 4 == 0xd {
      guard let (start, size) = Self.extent(bytes, offset), size <= trailer / (2 * referenceSize) else { continue }
      for index in 0..<size {
        read += 1
        guard read <= (1 << 16), let key = Self.number(bytes, start + index * referenceSize, referenceSize),
          let value = Self.number(bytes, start + (size + index) * referenceSize, referenceSize), key < count, value < count
        else { break }
        if let name = Self.string(bytes, offsets[key]), let text = Self.string(bytes, offsets[value]) { note(name, text) }
      }
    }
  }

  /// Returns the start of an object's contents, and the number of its elements.
  private static func extent(_ bytes: [UInt8], _ offset: Int) -> (start: Int, count: Int)? {
    guard offset < bytes.count else { return nil }
    let low = Int(bytes[offset] & 15)
    guard low == 15 else { return (offset + 1, low) }
    guard offset + 1 < bytes.count, bytes[offset + 1] >> 4 == 1, bytes[offset + 1] & 15 <= 3 else { return nil }
    let width = 1 << Int(bytes[offset + 1] & 15)
    return number(bytes, offset + 2, width).map { (offset + 2 + width, $0) }
  }

  private static func string(_ bytes: [UInt8], _ offset: Int) -> String? {
    guard let (start, count) = extent(bytes, offset), count <= 4096 else { return nil }
    switch bytes[offset] >> 4 {
    case 5 where start + count <= bytes.count: return String(decoding: bytes[start..<start + count], as: UTF8.self)
    case 6 where start + count * 2 <= bytes.count:
      let units = (0..<count).map { UInt16(bytes[start + $0 * 2]) << 8 | UInt16(bytes[start + $0 * 2 + 1]) }
      return String(decoding: units, as: UTF16.self)
    default: return nil
    }
  }

  /// Returns a big-endian number, or nil if it reaches past the end or does not fit.
  private static func number(_ bytes: [UInt8], _ offset: Int, _ width: Int) -> Int? {
    guard offset >= 0, width <= bytes.count, offset <= bytes.count - width else { return nil }
    return Int(exactly: bytes[offset..<offset + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
