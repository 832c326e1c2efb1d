internal import Bytes
internal import SymbolModel

/// One thing at an address of an image: a symbol, or a function start or end without a name.
struct ScannedSymbol {
  /// The distance from the image's header in the upper half, then the rank, the best first, then the pool. Sorting by it brings
  /// the best name of each address to the front.
  let key: UInt64
  /// The position of the name in its pool.
  let name: UInt32

  /// The table of strings that a name is in.
  enum Pool: UInt64 {
    /// The file of `__LINKEDIT`.
    case image = 0
    /// The local symbols of the cache.
    case locals = 1
    case exports = 2
    /// No name.
    case none = 3
  }

  /// The preference among names of one address: exported symbols, then local ones, then the exports trie.
  enum Rank: UInt64 {
    case exported = 0
    case local = 1
    case trie = 2
    case unnamed = 3
  }

  init(offset: UInt64, _ rank: Rank, _ pool: Pool, name: UInt32 = 0) {
    key = offset << 32 | rank.rawValue << 8 | pool.rawValue
    self.name = name
  }

  var offset: UInt64 { key >> 32 }
  var pool: Pool { Pool(rawValue: key & 0xff) ?? .none }
}

/// Collects the symbols, function starts and section ends of one image.
struct SymbolScan {
  /// The collected symbols; sorted by `finish`.
  private(set) var symbols: [ScannedSymbol] = []
  /// The strings of the image's own table.
  private(set) var strings = ByteSlice.empty
  private(set) var exportNames = ByteSlice.empty
  /// Tables that are outside their file, as clauses.
  private(set) var problems: [String] = []

  private let header: ImageHeader
  private let base: UInt64
  private let codeRanges: [Range<UInt64>]
  private var hasExports = false

  /// Prepares the scan of an image whose header is at `base`.
  init(_ header: ImageHeader, base: UInt64) {
    self.header = header
    self.base = base
    // Only what is less than 4 GB from the header: no image is larger.
    codeRanges = header.sections.map { section in
      section.isCode && section.range.lowerBound >= base && section.range.upperBound &- base < 1 << 32
        ? section.range : section.range.lowerBound..<section.range.lowerBound
    }
  }

  /// Reads the image's own symbols, function starts and, where those are missing, exports, which are all in one file.
  mutating func read(_ file: ByteSlice) throws(SharedCacheError) {
    guard header.symbols.size <= UInt64(NameBudget.imageSymbolLimit) else {
      throw SharedCacheError(.damaged, "it counts \(header.symbols.size) symbols")
    }
    if header.symbols.size > 0 {
      let size: UInt64 = header.is64Bit ? 16 : 12
      if let entries = try? file.slice(at: header.symbols.offset, count: size * header.symbols.size),
        let strings = try? file.slice(at: header.strings.offset, count: header.strings.size)
      {
        self.strings = strings
        add(entries, pool: .image, stringsSize: strings.count)
      } else {
        problems.append("its symbol table is outside the file")
      }
    }
    readFunctionStarts(file)
    if !hasExports { readExports(file) }
    for range in codeRanges where !range.isEmpty {
      symbols.append(ScannedSymbol(offset: range.upperBound - base, .unnamed, .none))
    }
  }

  /// Adds the local symbols that the cache holds for the image.
  mutating func add(locals: CacheLocals, _ range: Range<Int>) {
    let size = header.is64Bit ? 16 : 12
    guard range.count <= NameBudget.imageSymbolLimit,
      let entries = try? locals.symbols.slice(at: range.lowerBound * size, count: range.count * size)
    else {
      problems.append("its local symbols are outside the table")
      return
    }
    add(entries, pool: .locals, stringsSize: locals.strings.count)
  }

  /// nlist and nlist_64 (mach-o/nlist.h): symbols in sections with code, without entries for debuggers. `n_value` is the address.
  private mutating func add(_ entries: ByteSlice, pool: ScannedSymbol.Pool, stringsSize: Int) {
    let size = header.is64Bit ? 16 : 12
    symbols.reserveCapacity(symbols.count + entries.count / size)
    for entry in stride(from: 0, to: entries.count, by: size) {
      // The first eight bytes: n_strx, n_type, n_sect, n_desc.
      guard let head = try? entries.load(UInt64.self, at: entry),
        let value = header.is64Bit
          ? try? entries.load(UInt64.self, at: entry + 8) : (try? entries.load(UInt32.self, at: entry + 8)).map(UInt64.init)
      else { return }
      let (name, type, section) = (UInt32(truncatingIfNeeded: head), head >> 32 & 0xff, Int(head >> 40 & 0xff))
      guard type & 0xe0 == 0, type & 0x0e == 0x0e, section > 0, section <= codeRanges.count, name > 0, Int(name) < stringsSize
      else { continue }
      let address = header.isARM32 ? value & ~1 : value
      guard codeRanges[section - 1].contains(address) else { continue }
      let isExported = type & 1 != 0
      if isExported { hasExports = true }
      symbols.append(ScannedSymbol(offset: address - base, isExported ? .exported : .local, pool, name: name))
    }
  }

  private mutating func readFunctionStarts(_ file: ByteSlice) {
    guard header.functionStarts.size > 0 else { return }
    guard let table = try? file.slice(at: header.functionStarts.offset, count: header.functionStarts.size) else {
      problems.append("its function starts are outside the file")
      return
    }
    var cursor = ByteCursor(table)
    var offset: UInt64 = 0
    while cursor.remaining > 0, let delta = try? cursor.readULEB(), delta != 0 {
      let (sum, overflow) = offset.addingReportingOverflow(delta)
      guard !overflow, sum < 1 << 32 else { break }
      offset = sum
      symbols.append(ScannedSymbol(offset: header.isARM32 ? offset & ~1 : offset, .unnamed, .none))
    }
  }

  private mutating func readExports(_ file: ByteSlice) {
    guard header.exports.size > 0 else { return }
    guard let table = try? file.slice(at: header.exports.offset, count: header.exports.size) else {
      problems.append("its exports are outside the file")
      return
    }
    let trie = ExportsTrie(parsing: table)
    exportNames = ByteSlice(trie.names)
    for export in trie.exports {
      let (address, overflow) = base.addingReportingOverflow(header.isARM32 ? export.offset & ~1 : export.offset)
      guard !overflow, codeRanges.contains(where: { $0.contains(address) }) else { continue }
      symbols.append(ScannedSymbol(offset: address - base, .trie, .exports, name: UInt32(clamping: export.name)))
    }
  }

  /// Sorts what was collected.
  mutating func finish() { symbols.sort { ($0.key, $0.name) < ($1.key, $1.name) } }
}
