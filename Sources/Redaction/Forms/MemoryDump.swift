/// Text in the memory of a process that a report has as hexadecimal digits: the stack of KSCrash, the captured memory of Swift.
enum MemoryDump {
  /// The number of characters from which on they are a text; addresses have some by chance.
  private static let least = 4

  /// Returns the digits with `xx` for every byte of a text, or nil if there is none, or if they are no digits. Pointers and numbers stay:
  /// return addresses are found in them.
  static func masked(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2), digits.count >= 2 * least else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for character in digits {
      guard let digit = Letters.digit(character) else { return nil }
      if let first = high { bytes.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    var result = Array(digits)
    var isMasked = false
    var position = 0
    while position < bytes.count {
      let (end, count) = text(in: bytes, at: position)
      if count >= least {
        for masked in position * 2..<end * 2 { result[masked] = UInt8(ascii: "x") }
        isMasked = true
      }
      position = max(end, position + 1)
    }
    return isMasked ? result : nil
  }

  /// Returns the end of the text that begins at a position, and the number of its characters. In UTF-16 a zero follows each of them.
  private static func text(in bytes: [UInt8], at start: Int) -> (end: Int, count: Int) {
    var (end, count) = (start, 0)
    while end < bytes.count {
      let size = character(in: bytes, at: end)
      if size > 0 {
        end += size
        count += 1
      } else if bytes[end] == 0, count > 0, bytes[end - 1] != 0, end + 1 < bytes.count, character(in: bytes, at: end + 1) > 0 {
        end += 1
      } else {
        break
      }
    }
    return (end, count)
  }

  /// Returns the number of bytes of the character at a position in UTF-8, or 0 for a control character and for other bytes.
  private static func character(in bytes: [UInt8], at position: Int) -> Int {
    let size: Int
    switch bytes[position] {
    case 0x20...0x7e, 0x09, 0x0a, 0x0d: return 1
    case 0xc2...0xdf: size = 2
    case 0xe0...0xef: size = 3
    case 0xf0...0xf4: size = 4
    default: return 0
    }
    guard position + size <= bytes.count, bytes[position + 1..<position + size].allSatisfy({ $0 & 0xc0 == 0x80 }) else {
      return 0
    }
    return size
  }
}
