internal import Bytes
internal import SymbolModel

/// Reads the header, section headers and notes of an ELF file (elf.h, System V ABI chapters 4 and 5).
struct ELFReader {
  private struct RawSection {
    var nameOffset = 0
    var type: UInt32 = 0
    var flags: UInt64 = 0
    var address: UInt64 = 0
    var offset: UInt64 = 0
    var size: UInt64 = 0
    var link: UInt32 = 0
    var entrySize: UInt64 = 0
  }

  private let bytes: ByteSlice
  private let is64Bit: Bool
  private let bigEndian: Bool
  private var type: UInt16 = 0
  private var machine: UInt16 = 0
  private var programHeaders: (offset: UInt64, entrySize: Int, count: Int) = (0, 0, 0)
  private var sectionHeaders: (offset: UInt64, entrySize: Int, count: Int, names: Int) = (0, 0, 0, 0)
  private var id: ImageID?
  private var lowestLoad: UInt64?
  private var loadsContents = false
  /// Whether the file has a program interpreter (`PT_INTERP`).
  private var namesInterpreter = false
  /// Whether the dynamic section marks the file as a program (`DF_1_PIE`) or gives it a library's name (`DT_SONAME`), or nil if
  /// it has neither or cannot be read.
  private var saysProgram: Bool?
  private var raw: [RawSection] = []
  /// The number of bytes of notes and dynamic entries that may still be read: damaged headers may all refer to the same long
  /// ones.
  private var contentsLeft = 1 << 22
  /// The number of bytes of section names that may still be read, for the same reason.
  private var namesLeft = 1 << 26
  private var sections: [Section] = []

  /// Reads a file or, with `isHead`, the part of it in `bytes`: its section headers may then be outside.
  static func read(_ bytes: ByteSlice, path: String, isHead: Bool = false) throws(ObjectFileError) -> ObjectFile {
    let ident = try reading("ELF header") { () throws(ByteError) in try bytes.slice(at: 0, count: ELF.Identification.size).array }
    let (kind, order) = (ident[ELF.Identification.classByte], ident[ELF.Identification.orderByte])
    guard kind == ELF.Identification.class32 || kind == ELF.Identification.class64,
      order == ELF.Identification.littleEndian || order == ELF.Identification.bigEndian
    else {
      throw ObjectFileError(.malformed("ELF header: unknown class \(kind) or byte order \(order)"))
    }
    var reader = ELFReader(
      bytes: bytes, is64Bit: kind == ELF.Identification.class64, bigEndian: order == ELF.Identification.bigEndian)
    do throws(ByteError) { try reader.readHeader() } catch { throw ObjectFileError(.truncated(what: "ELF header", error)) }
    do throws(ByteError) { try reader.readSegments() } catch { throw ObjectFileError(.truncated(what: "program headers", error)) }
    do throws(ByteError) {
      try reader.readSections()
    } catch {
      if !isHead { throw ObjectFileError(.truncated(what: "section headers", error)) }
    }
    return reader.objectFile(path: path)
  }

  private init(bytes: ByteSlice, is64Bit: Bool, bigEndian: Bool) {
    self.bytes = bytes
    self.is64Bit = is64Bit
    self.bigEndian = bigEndian
  }

  private mutating func readHeader() throws(ByteError) {
    var cursor = ByteCursor(bytes, bigEndian: bigEndian)
    try cursor.skip(ELF.Identification.size)
    type = try cursor.read(UInt16.self)
    machine = try cursor.read(UInt16.self)
    try cursor.skip(4)
    _ = try cursor.readWord(is64Bit: is64Bit)
    programHeaders.offset = try cursor.readWord(is64Bit: is64Bit)
    sectionHeaders.offset = try cursor.readWord(is64Bit: is64Bit)
    try cursor.skip(6)
    programHeaders.entrySize = Int(try cursor.read(UInt16.self))
    programHeaders.count = Int(try cursor.read(UInt16.self))
    sectionHeaders.entrySize = Int(try cursor.read(UInt16.self))
    sectionHeaders.count = Int(try cursor.read(UInt16.self))
    sectionHeaders.names = Int(try cursor.read(UInt16.self))
  }

  private mutating func readSegments() throws(ByteError) {
    for index in 0..<programHeaders.count {
      var cursor = ByteCursor(bytes, bigEndian: bigEndian)
      try cursor.seek(to: Int(clamping: programHeaders.offset))
      try cursor.skip(index * programHeaders.entrySize)
      let kind = try cursor.read(UInt32.self)
      if is64Bit { try cursor.skip(4) }
      let offset = try cursor.readWord(is64Bit: is64Bit)
      let address = try cursor.readWord(is64Bit: is64Bit)
      _ = try cursor.readWord(is64Bit: is64Bit)
      let fileSize = try cursor.readWord(is64Bit: is64Bit)
      switch kind {
      case ELF.SegmentType.load:
        lowestLoad = min(lowestLoad ?? .max, address)
        loadsContents = loadsContents || fileSize > 0
      case ELF.SegmentType.note where id == nil:
        if let notes = try? bytes.slice(at: offset, count: fileSize) { id = buildID(notes) }
      case ELF.SegmentType.interpreter: namesInterpreter = true
      case ELF.SegmentType.dynamic:
        if let entries = try? bytes.slice(at: offset, count: fileSize) { saysProgram = isProgram(entries) }
      default: break
      }
    }
  }

  /// Returns what the entries of a dynamic section say about the file: see `saysProgram`.
  private mutating func isProgram(_ entries: ByteSlice) -> Bool? {
    var cursor = ByteCursor(entries, bigEndian: bigEndian)
    defer { contentsLeft -= cursor.position }
    var hasName = false
    while cursor.position < contentsLeft, let tag = try? cursor.readWord(is64Bit: is64Bit), tag != ELF.Dynamic.end,
      let value = try? cursor.readWord(is64Bit: is64Bit)
    {
      if tag == ELF.Dynamic.flags1, value & ELF.Dynamic.flagPIE != 0 { return true }
      if tag == ELF.Dynamic.soName { hasName = true }
    }
    return hasName ? false : nil
  }

  private mutating func readSections() throws(ByteError) {
    guard sectionHeaders.offset != 0 else { return }
    let first = try readSectionHeader(0)
    // Counts above 0xff00 are in the first header (System V ABI, "Section Header").
    let count = sectionHeaders.count == 0 ? Int(clamping: first.size) : sectionHeaders.count
    let names = sectionHeaders.names == ELF.namesInFirstHeader ? Int(first.link) : sectionHeaders.names
    guard count <= bytes.count / max(sectionHeaders.entrySize, 40) else {
      throw ByteError(.outOfBounds(length: count), offset: bytes.base + Int(clamping: sectionHeaders.offset))
    }
    for index in 0..<count { raw.append(try readSectionHeader(index)) }
    let table = names < raw.count ? (try? bytes.slice(at: raw[names].offset, count: raw[names].size)) : nil
    for section in raw {
      let name = table?.cString(at: section.nameOffset, limit: min(4_096, namesLeft)) ?? ""
      namesLeft -= min(namesLeft, name.utf8.count)
      sections.append(self.section(section, name: name))
      if section.type == ELF.SectionType.note, name == ".note.gnu.build-id" || id == nil,
        let note = try? bytes.slice(at: section.offset, count: section.size)
      {
        id = buildID(note) ?? id
      }
    }
  }

  private func readSectionHeader(_ index: Int) throws(ByteError) -> RawSection {
    var cursor = ByteCursor(bytes, bigEndian: bigEndian)
    try cursor.seek(to: Int(clamping: sectionHeaders.offset))
    try cursor.skip(index * sectionHeaders.entrySize)
    var section = RawSection()
    section.nameOffset = Int(try cursor.read(UInt32.self))
    section.type = try cursor.read(UInt32.self)
    section.flags = try cursor.readWord(is64Bit: is64Bit)
    section.address = try cursor.readWord(is64Bit: is64Bit)
    section.offset = try cursor.readWord(is64Bit: is64Bit)
    section.size = try cursor.readWord(is64Bit: is64Bit)
    section.link = try cursor.read(UInt32.self)
    try cursor.skip(4)
    _ = try cursor.readWord(is64Bit: is64Bit)
    section.entrySize = try cursor.readWord(is64Bit: is64Bit)
    return section
  }

  private func section(_ raw: RawSection, name: String) -> Section {
    let compression: Section.Compression =
      raw.flags & ELF.SectionFlags.compressed != 0 ? .elfHeader : name.hasPrefix(".zdebug_") ? .gnu : .none
    return Section(
      name: name, segment: "", address: LinkAddress(raw.address), size: raw.size, fileOffset: raw.offset,
      hasContents: raw.type != ELF.SectionType.noBits && raw.type != ELF.SectionType.null,
      isCode: raw.flags & ELF.SectionFlags.instructions != 0 && raw.flags & ELF.SectionFlags.allocated != 0,
      compression: compression)
  }

  /// Returns the descriptor of the first `NT_GNU_BUILD_ID` note among `notes`.
  private mutating func buildID(_ notes: ByteSlice) -> ImageID? {
    var cursor = ByteCursor(notes, bigEndian: bigEndian)
    defer { contentsLeft -= cursor.position }
    while cursor.remaining >= 12, cursor.position < contentsLeft {
      guard let nameSize = try? cursor.read(UInt32.self), let size = try? cursor.read(UInt32.self),
        let kind = try? cursor.read(UInt32.self),
        let name = try? cursor.read(count: Int(nameSize).roundedUp(to: 4)), let descriptor = try? cursor.read(count: Int(size))
      else { return nil }
      if kind == ELF.buildIDNote, name.cString(at: 0) == "GNU" { return ImageID(bytes: descriptor.array) }
      guard (try? cursor.skip(min(Int(size).roundedUp(to: 4) - Int(size), cursor.remaining))) != nil else { return nil }
    }
    return nil
  }

  private func objectFile(path: String) -> ObjectFile {
    let hasCode = sections.contains { $0.isCode && $0.hasContents }
    let kind: ObjectFile.Kind =
      switch type {
      case ELF.FileType.relocatable: .object
      case ELF.FileType.executable: hasCode ? .executable : .debugCompanion
      // Position-independent programs have the type of libraries, and some libraries have an interpreter.
      case ELF.FileType.shared:
        hasCode || sections.isEmpty ? (saysProgram ?? namesInterpreter ? .executable : .library) : .debugCompanion
      default: .other
      }
    return ObjectFile(
      path: path, container: .elf, kind: kind, id: id, architecture: architecture, is64Bit: is64Bit, isBigEndian: bigEndian,
      textBase: LinkAddress(type == ELF.FileType.relocatable ? 0 : (lowestLoad ?? 0) & ~(ELF.page - 1)), sections: sections,
      bytes: bytes,
      symbolSource: .elf(symbolTables), functionStartsRange: nil)
  }

  /// `.symtab` and `.dynsym`, with the string tables that their `sh_link` refers to.
  private var symbolTables: [ELFSymbolTable] {
    raw.filter { $0.type == ELF.SectionType.symbols || $0.type == ELF.SectionType.dynamicSymbols }.compactMap { section in
      guard Int(section.link) < raw.count else { return nil }
      let strings = raw[Int(section.link)]
      let entrySize = ELF.symbolSize(is64Bit: is64Bit)
      return ELFSymbolTable(
        offset: section.offset, count: Int(clamping: section.size) / entrySize, stringsOffset: strings.offset,
        stringsSize: strings.size,
        isDynamic: section.type == ELF.SectionType.dynamicSymbols)
    }
  }

  private var architecture: Architecture? {
    switch machine {
    case ELF.Machine.i386: Architecture("i386")
    case ELF.Machine.ppc: Architecture("ppc")
    case ELF.Machine.ppc64: Architecture(bigEndian ? "ppc64" : "ppc64le")
    case ELF.Machine.s390: Architecture("s390x")
    case ELF.Machine.arm: Architecture("arm")
    case ELF.Machine.x86_64: Architecture("x86_64")
    case ELF.Machine.aarch64: Architecture("aarch64")
    case ELF.Machine.riscv: Architecture(is64Bit ? "riscv64" : "riscv32")
    default: nil
    }
  }
}

extension Int {
  /// Returns the smallest multiple of `unit` that is not less than the number.
  func roundedUp(to unit: Int) -> Int { (self + unit - 1) / unit * unit }
}
