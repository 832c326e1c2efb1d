internal import Bytes
internal import SymbolModel

/// The load commands of an image inside a cache (mach-o/loader.h). Positions of tables count from the start of the file that holds
/// the image's `__LINKEDIT`, which is rarely the one that holds the header.
struct ImageHeader {
  /// A position and a size in bytes in the file of `__LINKEDIT`; a size of 0 means that there is no such table.
  struct Table {
    var offset: UInt64 = 0
    var size: UInt64 = 0
  }

  /// A section, by its addresses.
  struct Section {
    let range: Range<UInt64>
    let isCode: Bool
  }

  /// Whether the image has 64-bit load commands and symbols.
  let is64Bit: Bool
  /// Whether code may be Thumb, whose addresses have the low bit set (`CPU_TYPE_ARM`).
  let isARM32: Bool
  /// `LC_UUID`, or nil.
  private(set) var id: ImageID?
  /// The address and size of `__TEXT`.
  private(set) var text: (address: UInt64, size: UInt64)?
  /// The address of `__LINKEDIT`.
  private(set) var linkEdit: UInt64?
  /// The sections in the order of the file; symbols count them from 1.
  private(set) var sections: [Section] = []
  /// The entries of the symbol table: the size is their number.
  private(set) var symbols = Table()
  /// The strings of the symbol table.
  private(set) var strings = Table()
  /// `LC_FUNCTION_STARTS`.
  private(set) var functionStarts = Table()
  /// `LC_DYLD_EXPORTS_TRIE`, or the exports of `LC_DYLD_INFO`.
  private(set) var exports = Table()

  /// Reads the header at the beginning of `bytes`, which end with the header's mapping.
  init(parsing bytes: ByteSlice) throws(SharedCacheError) {
    do throws(ByteError) {
      let magic = try bytes.load(UInt32.self, at: 0)
      guard magic == 0xfeed_facf || magic == 0xfeed_face else {
        throw ByteError(.outOfBounds(length: 4), offset: bytes.base)
      }
      is64Bit = magic == 0xfeed_facf
      isARM32 = try bytes.load(UInt32.self, at: 4) == 12
      let count = try bytes.load(UInt32.self, at: 16)
      let size = Int(try bytes.load(UInt32.self, at: 20))
      let start = is64Bit ? 32 : 28
      // The largest of Apple's images has 6 KB of commands.
      let commands = try bytes.slice(at: start, count: min(size, 1 << 16, max(0, bytes.count - start)))
      var position = 0
      var left = count
      while left > 0, position < commands.count {
        left -= 1
        let length = Int(try commands.load(UInt32.self, at: position + 4))
        guard length >= 8, length % 4 == 0 else {
          throw ByteError(.outOfBounds(length: length), offset: commands.base + position)
        }
        try read(try commands.slice(at: position, count: length))
        position += length
      }
    } catch {
      throw SharedCacheError("its Mach-O header is damaged", error)
    }
  }

  private mutating func read(_ command: ByteSlice) throws(ByteError) {
    switch try command.load(UInt32.self, at: 0) {
    case 0x19: try readSegment(command, is64Bit: true)
    case 0x01: try readSegment(command, is64Bit: false)
    case 0x1b: id = command.uuid(at: 8)
    case 0x02:
      symbols = try table(command, at: 8)
      strings = try table(command, at: 16)
    case 0x26: functionStarts = try table(command, at: 8)
    case 0x8000_0033: exports = try table(command, at: 8)
    case 0x22, 0x8000_0022: exports = try table(command, at: 40)
    default: break
    }
  }

  private func table(_ command: ByteSlice, at offset: Int) throws(ByteError) -> Table {
    Table(
      offset: UInt64(try command.load(UInt32.self, at: offset)), size: UInt64(try command.load(UInt32.self, at: offset + 4)))
  }

  private mutating func readSegment(_ command: ByteSlice, is64Bit: Bool) throws(ByteError) {
    let name = try command.slice(at: 8, count: 16).cString(at: 0) ?? ""
    let word = is64Bit ? 8 : 4
    let address = try Self.word(command, at: 24, is64Bit)
    if name == "__TEXT" { text = (address, try Self.word(command, at: 24 + word, is64Bit)) }
    if name == "__LINKEDIT" { linkEdit = address }
    let count = Int(try command.load(UInt32.self, at: is64Bit ? 64 : 48))
    let (first, size) = is64Bit ? (72, 80) : (56, 68)
    guard count <= (command.count - first) / size else {
      throw ByteError(.outOfBounds(length: count), offset: command.base + first)
    }
    for position in 0..<count { sections.append(try Self.section(try command.slice(at: first + position * size, count: size))) }
  }

  private static func section(_ record: ByteSlice) throws(ByteError) -> Section {
    let is64Bit = record.count == 80
    let address = try word(record, at: 32, is64Bit)
    let size = try word(record, at: is64Bit ? 40 : 36, is64Bit)
    let flags = try record.load(UInt32.self, at: is64Bit ? 64 : 56)
    let (end, overflow) = address.addingReportingOverflow(size)
    return Section(range: address..<(overflow ? address : end), isCode: flags & 0x8000_0400 != 0)
  }

  private static func word(_ bytes: ByteSlice, at offset: Int, _ is64Bit: Bool) throws(ByteError) -> UInt64 {
    is64Bit ? try bytes.load(UInt64.self, at: offset) : UInt64(try bytes.load(UInt32.self, at: offset))
  }
}
