internal import Bytes

/// The entries of one symbol table that name code.
struct CodeSymbols {
  /// The string table that `SymbolTable.Entry.name` refers to.
  let strings: ByteSlice
  private let records: ByteRecords
  private let isELF: Bool
  private let is64Bit: Bool
  /// Whether the lowest bit of an address says that the code is Thumb's.
  private let hasThumbBit: Bool
  private let isDynamic: Bool
  /// The position of the string table among those of the file, 0 or 1.
  private let stringTable: Int
  /// Whether each section has code.
  private let code: [Bool]

  /// Elf32_Sym and Elf64_Sym (gABI, "Symbol Table"). Returns nil if the table reaches past the end of the file.
  init?(_ table: ELFSymbolTable, stringTable: Int, of file: ObjectFile) {
    let size = ELF.symbolSize(is64Bit: file.is64Bit)
    guard let data = try? file.bytes.slice(at: table.offset, count: UInt64(table.count * size)) else { return nil }
    strings = (try? file.bytes.slice(at: table.stringsOffset, count: table.stringsSize)) ?? .empty
    records = ByteRecords(data, size: size, isBigEndian: file.isBigEndian)
    (isELF, is64Bit) = (true, file.is64Bit)
    (hasThumbBit, isDynamic, self.stringTable) = (file.architecture?.isARM32 == true, table.isDynamic, stringTable)
    code = file.sections.map(\.isCode)
  }

  /// nlist and nlist_64 (mach-o/nlist.h). Returns nil if the table reaches past the end of the file.
  init?(_ table: MachOSymbolTable, of file: ObjectFile) {
    let size = MachO.Size.symbol(is64Bit: file.is64Bit)
    let (byteCount, overflow) = table.count.multipliedReportingOverflow(by: size)
    guard !overflow, let data = try? file.bytes.slice(at: table.entriesOffset, count: byteCount) else { return nil }
    strings = (try? file.bytes.slice(at: table.stringsOffset, count: table.stringsSize)) ?? .empty
    records = ByteRecords(data, size: size, isBigEndian: file.isBigEndian)
    (isELF, is64Bit) = (false, file.is64Bit)
    (hasThumbBit, isDynamic, stringTable) = (false, false, 0)
    code = file.sections.map { $0.isCode || ($0.segment == "__TEXT" && $0.name == "__text") }
  }

  /// Appends the symbols whose addresses are in a range.
  func append(in range: ClosedRange<UInt64>, to entries: inout [SymbolTable.Entry]) {
    if range == SymbolTable.allAddresses { entries.reserveCapacity(entries.count + records.count) }
    var next = 0
    while let index = first(from: next, in: range) {
      entry(at: index).map { entries.append($0) }
      next = index + 1
    }
  }

  /// Makes a range around an address smaller, so that the symbols in it still decide about the address: it begins with the last function
  /// that has an end, and ends with the first symbol behind the address.
  func narrow(_ range: inout ClosedRange<UInt64>, around wanted: UInt64) {
    var next = 0
    while let index = first(from: next, in: range) {
      next = index + 1
      guard let entry = entry(at: index) else { continue }
      if entry.address > wanted {
        range = range.lowerBound...entry.address
      } else if !isELF || (entry.isFunction && entry.end > entry.address) {
        range = entry.address...range.upperBound
      }
    }
  }

  /// Returns the first symbol at or after `start` whose address is in a range.
  private func first(from start: Int, in range: ClosedRange<UInt64>) -> Int? {
    let range = hasThumbBit ? range.lowerBound...(range.upperBound | 1) : range
    return records.first(from: start, isWide: is64Bit, at: addressOffset, in: range)
  }

  private var addressOffset: Int { isELF && !is64Bit ? 4 : 8 }

  /// Returns the symbol if it names code.
  private func entry(at index: Int) -> SymbolTable.Entry? {
    let name = Int(records.number(UInt32.self, of: index, at: 0))
    guard name != 0 else { return nil }
    let stored = word(index, addressOffset)
    let address = hasThumbBit ? stored & ~1 : stored
    return isELF ? elfEntry(at: index, name, address) : machOEntry(at: index, name, address)
  }

  /// Functions, and untyped labels in code sections.
  private func elfEntry(at index: Int, _ name: Int, _ address: UInt64) -> SymbolTable.Entry? {
    let info = records.number(UInt8.self, of: index, at: is64Bit ? 4 : 12)
    let section = Int(records.number(UInt16.self, of: index, at: is64Bit ? 6 : 14))
    let type = info & ELF.SymbolType.mask
    let isFunction = type == ELF.SymbolType.function || type == ELF.SymbolType.indirectFunction
    guard isFunction || type == ELF.SymbolType.none, section != 0, section < code.count ? code[section] : isFunction else {
      return nil
    }
    let length = word(index, is64Bit ? 16 : 8)
    let (end, overflow) = address.addingReportingOverflow(length)
    // Typed before untyped; with a size, and so with code of its own, before without; global before weak before local; the static
    // table before the dynamic one. With -fbasic-block-sections, empty blocks share the address of the next one.
    let kind = (isFunction ? SymbolTable.Entry.functionRank : 0) + (length > 0 ? 8 : 0)
    let rank = kind + Self.bindingRank(info >> 4) * 2 + (isDynamic ? 0 : 1)
    return .init(address: address, end: overflow || length == 0 ? 0 : end, name: name << 1 | stringTable, rank: rank)
  }

  /// Returns the rank of a binding: global before weak before local.
  private static func bindingRank(_ binding: UInt8) -> Int {
    switch binding {
    case ELF.Binding.global: 3
    case ELF.Binding.weak: 2
    case ELF.Binding.local: 1
    default: 0
    }
  }

  /// Defined symbols in code sections, without debugging entries.
  private func machOEntry(at index: Int, _ name: Int, _ address: UInt64) -> SymbolTable.Entry? {
    let type = records.number(UInt8.self, of: index, at: 4)
    let section = Int(records.number(UInt8.self, of: index, at: 5))
    guard type & MachO.SymbolType.debugging == 0, type & MachO.SymbolType.type == MachO.SymbolType.inSection, section > 0,
      section <= code.count, code[section - 1]
    else { return nil }
    return .init(address: address, end: 0, name: name << 1, rank: type & MachO.SymbolType.external != 0 ? 2 : 1)
  }

  /// Returns 4 or 8 bytes of an entry, depending on the file's class, zero-extended.
  private func word(_ index: Int, _ offset: Int) -> UInt64 {
    is64Bit ? records.number(UInt64.self, of: index, at: offset) : UInt64(records.number(UInt32.self, of: index, at: offset))
  }
}
