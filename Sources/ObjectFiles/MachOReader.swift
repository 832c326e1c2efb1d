internal import Bytes
internal import SymbolModel

/// Reads the header and the load commands of a thin Mach-O file (mach-o/loader.h).
struct MachOReader {
  private var cursor: ByteCursor
  private let bytes: ByteSlice
  private let is64Bit: Bool
  private var cpuType: UInt32 = 0
  private var cpuSubtype: UInt32 = 0
  private var fileType: UInt32 = 0
  private var id: ImageID?
  private var textBase: LinkAddress?
  private var codeBase: LinkAddress?
  private var sections: [Section] = []
  private var symbols = MachOSymbolTable()
  private var functionStarts: Range<Int>?

  static func read(_ bytes: ByteSlice, path: String) throws(ObjectFileError) -> ObjectFile {
    let magic = try reading("Mach-O header") { () throws(ByteError) in try bytes.load(UInt32.self, at: 0) }
    let bigEndian = magic == MachO.Magic.narrowSwapped || magic == MachO.Magic.wideSwapped
    var reader = MachOReader(bytes, is64Bit: magic == MachO.Magic.wide || magic == MachO.Magic.wideSwapped, bigEndian: bigEndian)
    try reader.readCommands()
    return reader.objectFile(path: path, bigEndian: bigEndian)
  }

  private init(_ bytes: ByteSlice, is64Bit: Bool, bigEndian: Bool) {
    self.bytes = bytes
    self.is64Bit = is64Bit
    cursor = ByteCursor(bytes, bigEndian: bigEndian)
  }

  private mutating func readCommands() throws(ObjectFileError) {
    let count: UInt32
    do throws(ByteError) {
      try cursor.skip(4)
      cpuType = try cursor.read(UInt32.self)
      cpuSubtype = try cursor.read(UInt32.self)
      fileType = try cursor.read(UInt32.self)
      count = try cursor.read(UInt32.self)
      try cursor.skip(is64Bit ? 12 : 8)
    } catch {
      throw ObjectFileError(.truncated(what: "Mach-O header", error))
    }
    for index in 0..<Int(count) {
      do throws(ByteError) {
        let start = cursor.position
        let command = try cursor.read(UInt32.self)
        let size = Int(try cursor.read(UInt32.self))
        guard size >= 8 else { throw ByteError(.outOfBounds(length: size), offset: bytes.base + start) }
        let end = try bytes.slice(at: start, count: size).count + start
        try readCommand(command, before: end)
        try cursor.seek(to: end)
      } catch {
        throw ObjectFileError(.truncated(what: "load command \(index)", error))
      }
    }
  }

  private mutating func readCommand(_ command: UInt32, before end: Int) throws(ByteError) {
    switch command {
    case MachO.LoadCommand.segment: try readSegment(is64Bit: false, before: end)
    case MachO.LoadCommand.segment64: try readSegment(is64Bit: true, before: end)
    case MachO.LoadCommand.symbolTable: try readSymbolTable()
    case MachO.LoadCommand.uuid: id = ImageID(bytes: try cursor.read(count: 16).array)
    case MachO.LoadCommand.functionStarts:
      let offset = Int(try cursor.read(UInt32.self))
      functionStarts = offset..<offset + Int(try cursor.read(UInt32.self))
    default: break
    }
  }

  private mutating func readSegment(is64Bit: Bool, before end: Int) throws(ByteError) {
    let name = try fixedName()
    let address = try cursor.readWord(is64Bit: is64Bit)
    _ = try cursor.readWord(is64Bit: is64Bit)
    let fileOffset = try cursor.readWord(is64Bit: is64Bit)
    let fileSize = try cursor.readWord(is64Bit: is64Bit)
    try cursor.skip(8)
    let count = try cursor.read(UInt32.self)
    try cursor.skip(4)
    if name == "__TEXT" { textBase = LinkAddress(address) }
    if name == "__TEXT_EXEC" { codeBase = LinkAddress(address) }
    guard Int(count) <= max(end - cursor.position, 0) / MachO.Size.section(is64Bit: is64Bit) else {
      throw ByteError(.outOfBounds(length: Int(count)), offset: bytes.base + cursor.position)
    }
    for _ in 0..<count {
      let section = try readSection(
        is64Bit: is64Bit,
        segmentFile: fileOffset..<(fileOffset.addingReportingOverflow(fileSize).overflow ? .max : fileOffset + fileSize))
      sections.append(section)
    }
  }

  private mutating func readSection(is64Bit: Bool, segmentFile: Range<UInt64>) throws(ByteError) -> Section {
    let name = try fixedName()
    let segment = try fixedName()
    let address = try cursor.readWord(is64Bit: is64Bit)
    let size = try cursor.readWord(is64Bit: is64Bit)
    let offset = UInt64(try cursor.read(UInt32.self))
    try cursor.skip(12)
    let flags = try cursor.read(UInt32.self)
    try cursor.skip(is64Bit ? 12 : 8)
    let zeroFill = MachO.SectionFlags.zeroFill.contains(flags & MachO.SectionFlags.type)
    return Section(
      name: name, segment: segment, address: LinkAddress(address), size: size, fileOffset: offset,
      hasContents: !zeroFill && offset > 0 && (segmentFile.contains(offset) || fileType == MachO.FileType.object),
      isCode: flags & MachO.SectionFlags.instructions != 0, compression: name.hasPrefix("__zdebug_") ? .gnu : .none)
  }

  private mutating func readSymbolTable() throws(ByteError) {
    symbols.entriesOffset = Int(try cursor.read(UInt32.self))
    symbols.count = Int(try cursor.read(UInt32.self))
    symbols.stringsOffset = Int(try cursor.read(UInt32.self))
    symbols.stringsSize = Int(try cursor.read(UInt32.self))
  }

  /// Returns a name of at most 16 bytes, zero-padded.
  private mutating func fixedName() throws(ByteError) -> String {
    try cursor.read(count: 16).cString(at: 0) ?? ""
  }

  private func objectFile(path: String, bigEndian: Bool) -> ObjectFile {
    let kind: ObjectFile.Kind =
      switch fileType {
      case MachO.FileType.object: .object
      case MachO.FileType.execute, MachO.FileType.preload, MachO.FileType.dynamicLinker: .executable
      case MachO.FileType.dynamicLibrary, MachO.FileType.bundle, MachO.FileType.libraryStub, MachO.FileType.kernelExtension:
        .library
      case MachO.FileType.dSYM: .debugCompanion
      default: .other
      }
    var file = ObjectFile(
      path: path, container: .machO, kind: kind, id: id,
      architecture: Architecture(machCPUType: Int64(cpuType), subtype: Int64(cpuSubtype)), is64Bit: is64Bit,
      isBigEndian: bigEndian,
      textBase: textBase ?? LinkAddress(0), sections: sections, bytes: bytes, symbolSource: .machO(symbols),
      functionStartsRange: functionStarts)
    file.codeBase = codeBase
    return file
  }
}
