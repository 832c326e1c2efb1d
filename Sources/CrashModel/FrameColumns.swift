internal import Bytes
import SymbolModel

/// The columns that stand before the text of a frame: number, image, address.
public enum FrameColumns {
  /// Appends the columns to bytes that end where a line begins. A number of four digits or more has one blank behind it, so that it
  /// can be told from the image.
  public static func append(
    _ index: Int, _ image: String, _ address: UInt64, layout: TranslatedText.FrameLayout, to bytes: inout [UInt8]
  ) {
    append(index, to: &bytes)
    let start = bytes.count
    bytes.append(lineOf: image)
    let digits = HexDigits.count(address)
    switch layout {
    case .tabbed:
      bytes.pad(from: start, to: 30)
      bytes.append(UInt8(ascii: "\t"))
      bytes.pad(from: bytes.count, to: 16 - digits)
      bytes.append(literal: "0x")
    case .listed(let count):
      bytes.pad(from: start, to: 30)
      bytes.append(UInt8(ascii: "\t"))
      appendPrefix(zeros: count - digits, to: &bytes)
    case .padded(let count):
      bytes.pad(from: start, to: 31)
      bytes.append(UInt8(ascii: " "))
      appendPrefix(zeros: min(count, 16) - digits, to: &bytes)
    }
    bytes.append(hexadecimal: address)
    bytes.append(UInt8(ascii: " "))
  }

  /// Appends the column of the number.
  public static func append(_ index: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    if index >= 0 { bytes.append(decimal: UInt64(index)) } else { bytes += "\(index)".utf8 }
    bytes.pad(from: start, to: max(4, bytes.count - start + 1))
  }

  private static func appendPrefix(zeros: Int, to bytes: inout [UInt8]) {
    bytes.append(literal: "0x")
    bytes.append(hexadecimal: 0, digits: min(max(zeros, 0), 16))
  }
}
