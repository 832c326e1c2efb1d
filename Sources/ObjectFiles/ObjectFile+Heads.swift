internal import BreakpadSymbols
internal import Bytes

/// Reading files of which only the beginning is available, for example from an archive.
extension ObjectFile {
  /// The number of bytes from the start that identify a slice.
  package static let headSize = 1 << 18

  /// Returns whether the first bytes of a file, at least four, are those of any object file.
  package static func isObjectFile(head: [UInt8]) -> Bool {
    guard head.count >= 4 else { return false }
    let magic = head[..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return magic == ELF.magic || MachO.Magic.thin.contains(magic) || magic == MachO.Magic.fat || magic == MachO.Magic.fatWide
      || BreakpadHeader.mayBegin(head)
  }

  /// Returns whether the first bytes of a file contain a thin Mach-O header and all its load commands.
  package static func holdsLoadCommands(head: [UInt8]) -> Bool {
    let bytes = ByteSlice(head)
    guard let magic = try? bytes.load(UInt32.self, at: 0), MachO.Magic.thin.contains(magic),
      let size = try? bytes.load(
        UInt32.self, at: 20, bigEndian: magic == MachO.Magic.narrowSwapped || magic == MachO.Magic.wideSwapped)
    else { return false }
    return Int(size) + 32 <= head.count
  }

  /// Returns the offsets of the slices of a fat Mach-O file, ascending, or nil for any other file. `head` is its beginning.
  package static func sliceOffsets(head: [UInt8]) -> [Int]? {
    let bytes = ByteSlice(head)
    guard let magic = try? bytes.load(UInt32.self, at: 0, bigEndian: true),
      magic == MachO.Magic.fat || magic == MachO.Magic.fatWide,
      let count = try? bytes.load(UInt32.self, at: 4, bigEndian: true), count > 0, count < MachO.slicesLimit
    else { return nil }
    let is64Bit = magic == MachO.Magic.fatWide
    let offsets = (0..<Int(count)).compactMap { index -> Int? in
      let entry = MachO.Size.fatHeader + index * MachO.Size.fatEntry(is64Bit: is64Bit) + 8
      if is64Bit { return (try? bytes.load(UInt64.self, at: entry, bigEndian: true)).flatMap { Int(exactly: $0) } }
      return (try? bytes.load(UInt32.self, at: entry, bigEndian: true)).map { Int($0) }
    }
    return offsets.sorted()
  }

  /// Reads the beginning of a thin file or of one slice, which may have several IDs. The sections of an ELF file may be missing. Throws
  /// if it is not an object file or damaged.
  package static func read(head: [UInt8], path: String) throws(ObjectFileError) -> [ObjectFile] {
    let bytes = ByteSlice(head)
    guard isObjectFile(head: head), sliceOffsets(head: head) == nil, head[0] != 0xca || head[1] != 0xfe else {
      throw ObjectFileError(.notAnObjectFile)
    }
    if BreakpadHeader.mayBegin(head) { return try readBreakpad(bytes, path: path) }
    return [head[0] == 0x7f ? try ELFReader.read(bytes, path: path, isHead: true) : try MachOReader.read(bytes, path: path)]
  }
}
