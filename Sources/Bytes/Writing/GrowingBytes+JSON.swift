internal import CBytes

/// The parts of JSON, each written in one piece after one look at the room. With an append for each comma, blank and quote, writing a
/// report takes twice the instructions.
extension GrowingBytes {
  /// Appends what precedes the value of a member: a comma, a new line with `indent` blanks, and the key in quotes with its colon. With
  /// a nil `indent` there is no new line and no blank after the colon.
  package mutating func append(key name: StaticString, afterComma: Bool, indent: Int?) {
    guard name.hasPointerRepresentation else {
      if afterComma { append(UInt8(ascii: ",")) }
      if let indent {
        append(UInt8(ascii: "\n"))
        append(spaces: indent)
      }
      append(UInt8(ascii: "\""))
      append(literal: name)
      return append(literal: indent == nil ? "\":" : "\": ")
    }
    let length = name.utf8CodeUnitCount
    let blanks = max(indent ?? 0, 0)
    reserve(length + blanks + 16)
    var end = count
    if afterComma {
      unsafe start[end] = UInt8(ascii: ",")
      end &+= 1
    }
    if indent != nil {
      unsafe start[end] = UInt8(ascii: "\n")
      end &+= 1
      var position = 0
      while position < blanks {
        unsafe store(0x2020_2020_2020_2020, at: end &+ position)
        position &+= 8
      }
      end &+= blanks
    }
    unsafe start[end] = UInt8(ascii: "\"")
    end &+= 1
    unsafe ByteCopy.copy(name.utf8Start, to: start + end, count: length)
    end &+= length
    // `": `
    unsafe UnsafeMutableRawPointer(start + end).storeBytes(of: UInt32(0x0020_3a22).littleEndian, as: UInt32.self)
    count = end &+ (indent == nil ? 2 : 3)
  }

  /// Appends a text between quotes. Does nothing and returns false if it needs escapes, or has other characters than those of ASCII.
  package mutating func append(quoting text: Span<UInt8>) -> Bool {
    reserve(text.count + 10)
    let first = count &+ 1
    guard unsafe copy(text, to: first, { unsafe symbolicate_copy_quotable($0, $1, $2) }, marks: { ByteSearch.special($0) }) else {
      return false
    }
    unsafe start[count] = UInt8(ascii: "\"")
    unsafe start[first &+ text.count] = UInt8(ascii: "\"")
    count = first &+ text.count &+ 1
    return true
  }

  /// Appends a number as a string of hexadecimal digits, lower case, with `0x`.
  package mutating func append(quotingHexadecimal number: UInt64) {
    reserve(32)
    // `"0x`
    unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: UInt32(0x0078_3022).littleEndian, as: UInt32.self)
    count &+= 3
    append(hexadecimal: number)
    unsafe start[count] = UInt8(ascii: "\"")
    count &+= 1
  }
}
