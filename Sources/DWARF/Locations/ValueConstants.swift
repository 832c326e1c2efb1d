/// Attribute codes of types and values.
extension Attribute {
  static let byteSize: UInt16 = 0x0b
  static let bitOffset: UInt16 = 0x0c
  static let constValue: UInt16 = 0x1c
  static let lowestIndex: UInt16 = 0x22
  static let highestIndex: UInt16 = 0x2f
  static let count: UInt16 = 0x37
  static let declFile: UInt16 = 0x3a
  static let declLine: UInt16 = 0x3b
  static let declaration: UInt16 = 0x3c
  static let encoding: UInt16 = 0x3e
  static let external: UInt16 = 0x3f
  static let dataBitOffset: UInt16 = 0x6b
}

/// Tag codes of types.
extension Tag {
  static let subroutineType: UInt16 = 0x15
  static let pointerToMember: UInt16 = 0x1f
  static let enumerator: UInt16 = 0x28
  static let variantPart: UInt16 = 0x33
  static let unspecifiedType: UInt16 = 0x3b
}

/// Encodings of base types (DWARF 5, table 7.11).
enum Encoding {
  static let address: UInt64 = 0x01
  static let boolean: UInt64 = 0x02
  static let float: UInt64 = 0x04
  static let signed: UInt64 = 0x05
  static let signedCharacter: UInt64 = 0x06
  static let unsigned: UInt64 = 0x07
  static let unsignedCharacter: UInt64 = 0x08
  static let unicodeCharacter: UInt64 = 0x10
}

/// Language codes (DWARF 5, table 7.17).
enum Language {
  static let c: Set<UInt64> = [0x01, 0x02, 0x0c, 0x1d, 0x2c]
  static let swift: UInt64 = 0x1e
}
