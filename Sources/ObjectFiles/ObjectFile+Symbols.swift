internal import BreakpadSymbols
internal import Bytes
package import SymbolModel

extension ObjectFile {
  /// Reads all function symbols and `LC_FUNCTION_STARTS`. Takes time in proportion to the number of symbols; keep the result.
  /// Symbols that are outside the file's code sections or cannot be read are skipped.
  package func symbolTable() -> SymbolTable { symbolTable(of: codeSymbols(), functionStarts(), in: SymbolTable.allAddresses) }

  /// Reads the function symbols that decide about one address: `find` has the same answer for it as with all of them, and any for
  /// others. Takes a tenth of the time.
  package func symbolTable(around address: LinkAddress) -> SymbolTable {
    let (symbols, starts) = (codeSymbols(), functionStarts())
    var range = SymbolTable.allAddresses
    for table in symbols { table.narrow(&range, around: address.value) }
    let next = starts.partitionPoint { $0 > address }
    if next > 0, starts[next - 1].value > range.lowerBound { range = starts[next - 1].value...range.upperBound }
    if next < starts.count, starts[next].value < range.upperBound { range = range.lowerBound...starts[next].value }
    let table = symbolTable(of: symbols, starts, in: range)
    // A symbol that is outside the code sections has no code, and an earlier one may have the address.
    let isEnough = table.begins(atOrBefore: address) || range.lowerBound == 0
    return isEnough ? table : symbolTable(of: symbols, starts, in: SymbolTable.allAddresses)
  }

  private func symbolTable(of symbols: [CodeSymbols], _ starts: [LinkAddress], in range: ClosedRange<UInt64>) -> SymbolTable {
    if case .breakpad = symbolSource { return SymbolTable(BreakpadTable(bytes)) }
    var entries: [SymbolTable.Entry] = []
    for table in symbols { table.append(in: range, to: &entries) }
    for start in starts where range.contains(start.value) {
      entries.append(.init(address: start.value, end: 0, name: -1, rank: -1))
    }
    let strings = (symbols.map(\.strings) + [.empty, .empty]).prefix(2)
    return SymbolTable(entries: bounded(entries), strings: Array(strings), stripsUnderscore: container == .machO)
  }

  /// Returns the tables that can be read, two at most: the lowest bit of a name says which string table it refers to.
  private func codeSymbols() -> [CodeSymbols] {
    switch symbolSource {
    case .breakpad: return []
    case .machO(let table): return CodeSymbols(table, of: self).map { [$0] } ?? []
    case .elf(let tables):
      // At most one static and one dynamic table.
      var symbols: [CodeSymbols] = []
      for table in tables.prefix(2) { CodeSymbols(table, stringTable: symbols.count, of: self).map { symbols.append($0) } }
      if exportsOnly, symbols.count < 2 { miniDebugSymbols(stringTable: symbols.count).map { symbols.append($0) } }
      return symbols
    }
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

  /// Returns 4 or 8 bytes, depending on the file's class, zero-extended.
  private func word(_ data: ByteSlice, at offset: Int) throws(ByteError) -> UInt64 {
    is64Bit
      ? try data.load(UInt64.self, at: offset, bigEndian: isBigEndian)
      : UInt64(try data.load(UInt32.self, at: offset, bigEndian: isBigEndian))
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
      if container == .elf, !best.isFunction, let last = result.last, best.address < last.end { continue }
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

  /// The static symbols of the file in `.gnu_debugdata`.
  private func miniDebugSymbols(stringTable: Int) -> CodeSymbols? {
    guard let file = miniDebugFile(), case .elf(let tables) = file.symbolSource,
      let table = tables.first(where: { !$0.isDynamic })
    else { return nil }
    return CodeSymbols(table, stringTable: stringTable, of: file)
  }
}
