package import Bytes

/// The columns before the text of a frame: number, image, address.
package enum FrameColumns {
  /// Appends the columns at the start of a line. A number of four digits or more is followed by one blank, which separates it
  /// from the image.
  package static func append(
    _ index: Int, _ image: String, _ address: UInt64, layout: FrameLayout, to output: inout GrowingBytes
  ) {
    append(index, to: &output)
    output.append(line: image.utf8.span)
    let width = image.utf8.count
    let digits = HexDigits.count(address)
    switch layout {
    case .tabbed:
      output.append(spaces: 30 - width)
      output.append(UInt8(ascii: "\t"))
      output.append(spaces: 16 - digits)
      output.append(literal: "0x")
    case .listed(let count):
      output.append(spaces: 30 - width)
      output.append(UInt8(ascii: "\t"))
      appendPrefix(zeros: count - digits, to: &output)
    case .padded(let count):
      output.append(spaces: 31 - width)
      output.append(UInt8(ascii: " "))
      appendPrefix(zeros: min(count, 16) - digits, to: &output)
    }
    output.append(hexadecimal: address)
    output.append(UInt8(ascii: " "))
  }

  /// Appends the column of the number.
  package static func append(_ index: Int, to output: inout GrowingBytes) {
    let start = output.count
    if index < 0 { output.append(UInt8(ascii: "-")) }
    output.append(decimal: UInt64(index.magnitude))
    output.append(spaces: max(4 - (output.count - start), 1))
  }

  private static func appendPrefix(zeros: Int, to output: inout GrowingBytes) {
    output.append(literal: "0x")
    output.append(hexadecimal: 0, digits: zeros)
  }
}
