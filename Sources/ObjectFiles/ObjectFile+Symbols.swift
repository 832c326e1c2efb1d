internal import BreakpadSymbols
internal import Bytes
package import SymbolModel

extension ObjectFile {
  /// Reads all function symbols and `LC_FUNCTION_STARTS`. Takes time in proportion to the number of symbols; keep the result.
  /// Symbols that are outside the file's code sections or cannot be read are skipped.
  package func symbolTable() -> SymbolTable {
    var entries: [SymbolTable.Entry] = []
    var strings: [ByteSlice] = []
    switch symbolSource {
    case .breakpad: return SymbolTable(BreakpadTable(bytes))
    case .machO(let table):
      strings = [(try? bytes.slice(at: table.stringsOffset, count: table.stringsSize)) ?? .empty]
      appendMachOSymbols(table, to: &entries)
      entries += functionStarts().map { SymbolTable.Entry(address: $0.value, end: 0, name: -1, rank: -1) }
    case .elf(let tables):
      // At most one static and one dynamic table; the lowest bit of a name says which string table it refers to.
      for (index, table) in tables.prefix(2).enumerated() {
        strings.append((try? bytes.slice(at: table.stringsOffset, count: table.stringsSize)) ?? .empty)
        appendELFSymbols(table, stringTable: index, to: &entries)
      }
      if exportsOnly { appendMiniDebugSymbols(to: &entries, &strings) }
    }
    if strings.count < 2 { strings += Array(repeating: .empty, count: 2 - strings.count) }
    return SymbolTable(entries: bounded(entries), strings: strings, stripsUnderscore: container == .machO)
  }

  /// Returns a message if the symbol table reaches past the end of the file and is therefore not read, or nil if it does not.
  package var truncatedSymbols: String? {
    let isCut: Bool
    switch symbolSource {
    case .breakpad: return nil
    case .machO(let table):
      let (size, overflow) = table.count.multipliedReportingOverflow(by: MachO.Size.symbol(is64Bit: is64Bit))
      isCut = overflow || (try? bytes.slice(at: table.entriesOffset, count: size)) == nil
    case .elf(let tables):
      isCut = tables.prefix(2).contains {
        (try? bytes.slice(at: $0.offset, count: UInt64($0.count * ELF.symbolSize(is64Bit: is64Bit)))) == nil
      }
    }
    return isCut ? "its symbol table reaches past the end of the file" : nil
  }

  /// Returns the function starts of `LC_FUNCTION_STARTS` (ULEB128 deltas from `__TEXT`), ascending, or none without it.
  package func functionStarts() -> [LinkAddress] {
    guard let range = functionStartsRange, let data = try? bytes.slice(at: range.lowerBound, count: range.count) else {
      return []
    }
    var cursor = ByteCursor(data)
    var starts: [LinkAddress] = []
    var address = textBase.value
    while cursor.remaining > 0, let delta = try? cursor.readULEB(), delta != 0 {
      address &+= delta
      starts.append(LinkAddress(architecture?.isARM32 == true ? address & ~1 : address))
    }
    return starts
  }

  /// Returns the address of a symbol of any type by its name without Mach-O's leading underscore, or nil if the file does not have
  /// it: ELF files may give the start of their code the type of data. Takes time in proportion to the number of symbols.
  package func address(ofSymbol wanted: String) -> LinkAddress? {
    guard case .elf(let tables) = symbolSource else {
      return symbolTable().functions.first { $0.name == wanted }?.start
    }
    let size = ELF.symbolSize(is64Bit: is64Bit)
    for table in tables.prefix(2) {
      guard let data = try? bytes.slice(at: table.offset, count: UInt64(table.count * size)),
        let strings = try? bytes.slice(at: table.stringsOffset, count: table.stringsSize)
      else { continue }
      for index in 0..<table.count {
        guard let name = try? data.load(UInt32.self, at: index * size, bigEndian: isBigEndian),
          let section = try? data.load(UInt16.self, at: index * size + (is64Bit ? 6 : 14), bigEndian: isBigEndian),
          section != 0, strings.cString(at: Int(name), limit: wanted.utf8.count + 1) == wanted
        else { continue }
        return (try? word(data, at: index * size + (is64Bit ? 8 : 4))).map { LinkAddress($0) }
      }
    }
    return nil
  }

  /// nlist and nlist_64 (mach-o/nlist.h): defined symbols in code sections, without debugging entries.
  private func appendMachOSymbols(_ table: MachOSymbolTable, to entries: inout [SymbolTable.Entry]) {
    let size = MachO.Size.symbol(is64Bit: is64Bit)
    guard
      let data = try? bytes.slice(at: table.entriesOffset, count: table.count.multipliedReportingOverflow(by: size).partialValue)
    else { return }
    let code = sections.map { $0.isCode || ($0.segment == "__TEXT" && $0.name == "__text") }
    entries.reserveCapacity(entries.count + table.count)
    for index in 0..<table.count {
      let base = index * size
      guard let name = try? data.load(UInt32.self, at: base, bigEndian: isBigEndian),
        let type = try? data.load(UInt8.self, at: base + 4), let section = try? data.load(UInt8.self, at: base + 5),
        let value = try? word(data, at: base + 8)
      else { return }
      guard type & MachO.SymbolType.debugging == 0, type & MachO.SymbolType.type == MachO.SymbolType.inSection, section > 0,
        Int(section) <= code.count, code[Int(section) - 1], name != 0
      else { continue }
      entries.append(.init(address: value, end: 0, name: Int(name) << 1, rank: type & MachO.SymbolType.external != 0 ? 2 : 1))
    }
  }

  /// Returns 4 or 8 bytes, depending on the file's class, zero-extended.
  private func word(_ data: ByteSlice, at offset: Int) throws(ByteError) -> UInt64 {
    is64Bit
      ? try data.load(UInt64.self, at: offset, bigEndian: isBigEndian)
      : UInt64(try data.load(UInt32.self, at: offset, bigEndian: isBigEndian))
  }

  /// Elf32_Sym and Elf64_Sym: functions, and untyped labels in code sections.
  private func appendELFSymbols(_ table: ELFSymbolTable, stringTable: Int, to entries: inout [SymbolTable.Entry]) {
    let size = ELF.symbolSize(is64Bit: is64Bit)
    guard let data = try? bytes.slice(at: table.offset, count: UInt64(table.count * size)) else { return }
    let code = sections.map(\.isCode)
    entries.reserveCapacity(entries.count + table.count)
    let clearsThumbBit = architecture?.isARM32 == true
    for index in 0..<table.count {
      let base = index * size
      guard let name = try? data.load(UInt32.self, at: base, bigEndian: isBigEndian),
        let info = try? data.load(UInt8.self, at: base + (is64Bit ? 4 : 12)),
        let section = try? data.load(UInt16.self, at: base + (is64Bit ? 6 : 14), bigEndian: isBigEndian),
        let value = try? word(data, at: base + (is64Bit ? 8 : 4)), let length = try? word(data, at: base + (is64Bit ? 16 : 8))
      else { return }
      let type = info & ELF.SymbolType.mask
      let isFunction = type == ELF.SymbolType.function || type == ELF.SymbolType.indirectFunction
      guard isFunction || type == ELF.SymbolType.none, section != 0, name != 0,
        Int(section) < code.count ? code[Int(section)] : isFunction
      else {
        continue
      }
      let address = clearsThumbBit ? value & ~1 : value
      let (end, overflow) = address.addingReportingOverflow(length)
      // Typed before untyped; with a size, and so with code of its own, before without; global before weak before local; the static
      // table before the dynamic one. With -fbasic-block-sections, empty blocks share the address of the next one.
      let binding = Self.bindingRank(info >> 4)
      entries.append(
        .init(
          address: address, end: overflow ? 0 : (length > 0 ? end : 0), name: Int(name) << 1 | stringTable,
          rank: (isFunction ? 16 : 0) + (length > 0 ? 8 : 0) + binding * 2 + (table.isDynamic ? 0 : 1)))
    }
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

  /// Sorts, keeps the best symbol of each address, and sets the end of every entry.
  private func bounded(_ unsorted: [SymbolTable.Entry]) -> [SymbolTable.Entry] {
    let order = RadixOrder.positions(of: unsorted.map(\.address))
    var result: [SymbolTable.Entry] = []
    result.reserveCapacity(order.count)
    var next = 0
    while next < order.count {
      var best = unsorted[Int(order[next])]
      var end = best.end
      next += 1
      while next < order.count, unsorted[Int(order[next])].address == best.address {
        let other = unsorted[Int(order[next])]
        end = max(end, other.end)
        if other.isBetter(than: best) { best = other }
        next += 1
      }
      best.end = end
      // A label without a type inside a function that has a size is a position in the function, not a function.
      if container == .elf, best.rank < 16, let last = result.last, best.address < last.end { continue }
      result.append(best)
    }
    let codeSections = sections.filter { $0.isCode || $0.name == "__text" }.sorted { $0.address < $1.address }
    var position = 0
    for index in result.indices {
      let address = result[index].address
      while position < codeSections.count, codeSections[position].address.value &+ codeSections[position].size <= address {
        position += 1
      }
      let holds = position < codeSections.count && codeSections[position].address.value <= address
      let sectionEnd = holds ? codeSections[position].address.value &+ codeSections[position].size : address
      let next = index + 1 < result.count ? result[index + 1].address : .max
      let own = result[index].end
      result[index].end = own > address ? own : min(next, sectionEnd)
    }
    return result.filter { $0.end > $0.address }
  }

  /// The static symbols of the file in `.gnu_debugdata`, after at most one table of dynamic symbols.
  private func appendMiniDebugSymbols(to entries: inout [SymbolTable.Entry], _ strings: inout [ByteSlice]) {
    guard strings.count < 2, let file = miniDebugFile(), case .elf(let tables) = file.symbolSource,
      let table = tables.first(where: { !$0.isDynamic })
    else { return }
    file.appendELFSymbols(table, stringTable: strings.count, to: &entries)
    strings.append((try? file.bytes.slice(at: table.stringsOffset, count: table.stringsSize)) ?? .empty)
  }
}
