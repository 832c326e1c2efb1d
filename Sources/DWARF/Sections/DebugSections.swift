internal import Bytes
internal import ObjectFiles
internal import Synchronization
internal import System
internal import Workers

/// The `.debug_*` sections of one object file in memory, in two forms: as bytes for the entry walk, and after an ELF header that
/// lets libdw, which opens nothing but ELF, read them without a copy.
///
/// Uncompressed sections stay where they are: the file is mapped with one free page in front of it, which gets an ELF header and
/// section headers whose offsets point into the file. Compressed sections are decompressed once, together with copies of the
/// others, into memory of the same shape.
///
/// The front of `Sections`. `SectionBytes` and `SectionCursor` read; `SyntheticELFHeader` writes the ELF header; `LibdwHandle` is one
/// libdw on such memory; `SplitPackage` finds units in a `.dwp`.
@safe final class DebugSections: @unchecked Sendable {
  let info: SectionBytes
  let abbrev: SectionBytes
  let line: SectionBytes
  let str: SectionBytes
  let lineStr: SectionBytes
  let strOffsets: SectionBytes
  let addr: SectionBytes
  let ranges: SectionBytes
  let rnglists: SectionBytes
  let aranges: SectionBytes
  let cuIndex: SectionBytes
  /// What was lost of the file: of the mapped sections, and of those that were decompressed or copied.
  let losses: [PageLoss]
  /// The whole image: the head, then the bytes that its section headers point to.
  private let memory: MappedMemory
  private let headers: [SyntheticELFHeader.Entry]
  private let isBigEndian: Bool
  /// Whether the sections are in the mapped file, rather than in memory that was filled.
  private let isMapped: Bool
  private let head = Mutex(false)
  /// The numbers of the free slots.
  private let slots = Mutex(Array((0..<slotCount).reversed()))

  /// The bytes of pages that were read since memory was given back last, about.
  private let pagesRead = Atomic<Int>(0)
  /// The bytes of pages that may stay. To give them back after each unit takes a tenth more time of 10,000 addresses of DuckDB: all
  /// processors forget where pages were, and names that several units use are found anew.
  private static let manyPages = 2 << 20
  /// The bytes that the system maps at once around a page that is read.
  static let pagesAtOnce = 64 << 10

  /// The number of threads that can read line tables in pieces at once.
  private static let slotCount = 64
  /// The size of a slot in bytes.
  static let slotSize = 512 << 10
  /// The memory in front of the sections: slots, then the head for all of them. It takes memory only where it is written.
  fileprivate static let headSize = slotCount * slotSize + SyntheticELFHeader.capacity

  /// The sections that line tables and the entry walk need, by the part of the name after `debug_`.
  private static let needed = [
    "info", "abbrev", "line", "str", "line_str", "str_offsets", "addr", "ranges", "rnglists", "aranges",
  ]

  /// Maps the DWARF of `file`; `suffix` selects the split sections (`.dwo`). A section that reaches past the end of the file is
  /// cut off there and named in `damage`. Throws if the file cannot be mapped or a section cannot be decompressed.
  /// `more` are further sections, which only libdw reads.
  init(_ file: ObjectFile, suffix: String = "", more: [String] = []) throws(ObjectFileError) {
    let names = Self.needed + (suffix.isEmpty ? [] : ["cu_index"]) + more
    var found: [(name: String, section: Section)] = []
    for name in names {
      let full = name == "cu_index" ? name : name + suffix
      if let section = file.debugSection(full), section.hasContents, section.size > 0 { found.append((name, section)) }
    }
    let isPacked = found.contains { $0.section.compression != .none }
    let layout: DebugLayout = isPacked ? try .inflated(found, of: file) : try .mapped(found, of: file)
    isMapped = !isPacked
    memory = layout.memory
    losses = [layout.memory.loss, file.bytes.mapping?.loss].compactMap { $0 }
    headers = layout.entries
    isBigEndian = file.isBigEndian
    let bigEndian = file.isBigEndian
    func bytes(_ name: String) -> SectionBytes {
      guard let entry = layout.entries.first(where: { $0.name == name }) else { return .none }
      return unsafe SectionBytes(UnsafeRawBufferPointer(rebasing: layout.memory.region[entry.range]), bigEndian: bigEndian)
    }
    info = bytes("info")
    abbrev = bytes("abbrev")
    line = bytes("line")
    str = bytes("str")
    lineStr = bytes("line_str")
    strOffsets = bytes("str_offsets")
    addr = bytes("addr")
    ranges = bytes("ranges")
    rnglists = bytes("rnglists")
    aranges = bytes("aranges")
    cuIndex = bytes("cu_index")
  }

  /// Opens the file again to read small parts of sections that are far apart. Returns nil where that is not possible or not needed.
  func pieces(longest: Int) -> FilePieces? { isMapped ? FilePieces(of: memory, longest: longest) : nil }

  /// Returns the part of `.debug_info` that begins at an offset, as long as `pieces` reads it; it stays until the next call. Returns nil
  /// where it can't be read: what is mapped says what is wrong.
  func infoPart(from offset: Int, count: Int, _ pieces: FilePieces) -> SectionBytes? {
    let count = min(count, info.count - offset)
    guard offset >= 0, count > 0, let entry = headers.first(where: { $0.name == "info" }),
      let bytes = unsafe pieces.read(at: entry.range.lowerBound + offset, count: count)
    else { return nil }
    return unsafe SectionBytes(bytes, from: offset, bigEndian: isBigEndian)
  }

  /// Gives the memory of a range of a section back; it is read from the file again when needed. Has no effect on decompressed
  /// sections.
  func release(_ range: Range<Int>, of section: String) {
    guard isMapped, let entry = headers.first(where: { $0.name == section }), range.lowerBound >= 0,
      range.upperBound <= entry.range.count
    else { return }
    let start = entry.range.lowerBound + range.lowerBound
    memory.discard(start..<start + range.count)
  }

  /// Notes that about this many bytes of pages were read, and gives the memory of all sections back once they are many.
  func noteReading(_ bytes: Int) {
    guard pagesRead.add(min(bytes, Self.manyPages), ordering: .relaxed).newValue >= Self.manyPages else { return }
    pagesRead.store(0, ordering: .relaxed)
    releaseAll()
  }

  /// Gives the memory of all sections back, as `release` does for part of one.
  func releaseAll() {
    if isMapped { for entry in headers { memory.discard(entry.range) } }
  }

  /// Opens libdw on all sections. Returns nil if it rejects them. Every call creates a handle.
  func openLibdw() -> LibdwHandle? {
    let start = memory.headSize - SyntheticELFHeader.capacity
    head.withLock { isWritten in
      if isWritten { return }
      isWritten = true
      let bytes = SyntheticELFHeader(entries: headers.map { $0.moved(by: -start) }, isBigEndian: isBigEndian).bytes
      unsafe UnsafeMutableRawBufferPointer(rebasing: memory.region[start..<memory.headSize])
        .copyBytes(from: bytes.prefix(SyntheticELFHeader.capacity))
    }
    return unsafe LibdwHandle(UnsafeMutableRawBufferPointer(rebasing: memory.region[start...]), keeping: self)
  }

  /// Memory in front of the sections, `slotSize` bytes for one user.
  @safe struct Slot {
    /// The number that `giveBack` takes.
    let number: Int
    let memory: UnsafeMutableRawBufferPointer
    /// The sections that line tables refer to, counted from the first byte of the slot.
    let strings: [SyntheticELFHeader.Entry]
    let isBigEndian: Bool
  }

  /// Returns memory for one user, who gives it back, or nil if all of it is in use.
  func takeSlot() -> Slot? {
    guard let number = slots.withLock({ $0.popLast() }) else { return nil }
    let start = number * Self.slotSize
    let names = ["str", "line_str", "str_offsets", "addr"]
    return unsafe Slot(
      number: number, memory: UnsafeMutableRawBufferPointer(rebasing: memory.region[start..<start + Self.slotSize]),
      strings: headers.filter { names.contains($0.name) }.map { $0.moved(by: -start) }, isBigEndian: isBigEndian)
  }

  /// Takes a slot back.
  func giveBack(slot number: Int) { slots.withLock { $0.append(number) } }
}

/// Memory that holds a head and the sections after it.
private struct DebugLayout {
  let memory: MappedMemory
  let entries: [SyntheticELFHeader.Entry]

  /// Maps the file after one free page; sections stay in place.
  static func mapped(_ sections: [(name: String, section: Section)], of file: ObjectFile) throws(ObjectFileError) -> DebugLayout {
    let memory = try map { () throws(SystemError) in try MappedMemory(path: file.path, headSize: DebugSections.headSize) }
    if let headers = file.bytes.mapping, !headers.isSameFile(as: memory) { throw ObjectFileError(.changed) }
    var entries: [SyntheticELFHeader.Entry] = []
    for (name, section) in sections {
      guard let size = Int(exactly: section.size), let offset = Int(exactly: section.fileOffset), offset <= file.bytes.count
      else { continue }
      let start = memory.headSize + file.bytes.base + offset
      let end = min(start + min(size, file.bytes.count - offset), memory.headSize + memory.fileSize)
      if start < end { entries.append(.init(name: name, range: start..<end)) }
    }
    return DebugLayout(memory: memory, entries: entries)
  }

  /// Decompresses compressed sections in parallel, and copies the others into fresh memory.
  static func inflated(_ sections: [(name: String, section: Section)], of file: ObjectFile) throws(ObjectFileError) -> DebugLayout
  {
    var found: [(name: String, contents: PackedSection)] = []
    var total = 0
    for (name, section) in sections {
      let contents = try PackedSection(section, of: file)
      found.append((name, contents))
      total += contents.size.roundedUp(to: 16)
      guard total < 1 << 36 else { throw ObjectFileError(.compression("\(section.name) claims \(contents.size) bytes")) }
    }
    // The largest first: threads share the sections. On one thread, an address of SQLite with zlib sections takes 1.34 times as
    // long.
    let packed = found.sorted { $0.contents.size > $1.contents.size }
    let size = total
    let memory = try map { () throws(SystemError) in try MappedMemory(size: size, headSize: DebugSections.headSize) }
    var entries: [SyntheticELFHeader.Entry] = []
    var position = memory.headSize
    for (name, contents) in packed {
      entries.append(.init(name: name, range: position..<position + contents.size))
      position += contents.size.roundedUp(to: 16)
    }
    let filled = entries
    let failures = Parallel.map(packed.count, jobs: packed.count) { index -> ObjectFileError? in
      do throws(ObjectFileError) {
        try unsafe packed[index].contents.unpack(
          into: UnsafeMutableRawBufferPointer(rebasing: memory.region[filled[index].range]))
        return nil
      } catch {
        return error
      }
    }
    if let error = failures.compactMap({ $0 }).first { throw error }
    return DebugLayout(memory: memory, entries: entries)
  }

  private static func map(_ body: () throws(SystemError) -> MappedMemory) throws(ObjectFileError) -> MappedMemory {
    do throws(SystemError) { return try body() } catch { throw ObjectFileError(error) }
  }
}

/// The stored form of one section, with its decompressed size.
private struct PackedSection {
  let name: String
  let size: Int
  private let stored: ByteSlice
  private let compression: Bytes.Compression?

  /// Reads the compression header: Elf32_Chdr, Elf64_Chdr, or `ZLIB` and a big-endian size.
  init(_ section: Section, of file: ObjectFile) throws(ObjectFileError) {
    name = section.name
    let contents = try file.storedContents(of: section)
    do throws(ByteError) {
      switch section.compression {
      case .none:
        (stored, size, compression) = (contents, contents.count, nil)
      case .gnu:
        let claimed = try contents.load(UInt64.self, at: 4, bigEndian: true)
        (stored, size, compression) = (try contents.slice(at: 12, count: contents.count - 12), Int(clamping: claimed), .zlib)
      case .elfHeader:
        let type = try contents.load(UInt32.self, at: 0, bigEndian: file.isBigEndian)
        let claimed =
          file.is64Bit
          ? try contents.load(UInt64.self, at: 8, bigEndian: file.isBigEndian)
          : UInt64(try contents.load(UInt32.self, at: 4, bigEndian: file.isBigEndian))
        let header = file.is64Bit ? 24 : 12
        stored = try contents.slice(at: header, count: contents.count - header)
        (size, compression) = (Int(clamping: claimed), type == 2 ? .zstd : .zlib)
      }
    } catch {
      throw ObjectFileError(.truncated(what: section.name, error))
    }
    // zlib cannot compress by more than a factor of 1,032; a larger claim is a bomb or damage. zstd has no such limit.
    let bound = compression == .zlib ? stored.count.multipliedReportingOverflow(by: 1040).partialValue + 4096 : 1 << 34
    guard size >= 0, size <= bound else { throw ObjectFileError(.compression("\(section.name) claims to hold \(size) bytes")) }
  }

  /// Fills `target`, which has `size` bytes.
  @unsafe func unpack(into target: UnsafeMutableRawBufferPointer) throws(ObjectFileError) {
    guard let compression else {
      unsafe stored.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
      return
    }
    do throws(InflationError) {
      try unsafe stored.inflate(compression, into: target)
    } catch {
      throw ObjectFileError(.compression("\(name) cannot be inflated: \(error)"))
    }
  }
}

extension Int {
  /// Returns the smallest multiple of `unit` that is not less than the number.
  fileprivate func roundedUp(to unit: Int) -> Int { (self + unit - 1) / unit * unit }
}
