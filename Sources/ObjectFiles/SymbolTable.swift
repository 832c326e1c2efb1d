package import BreakpadSymbols
internal import Bytes
package import SymbolModel

/// The function symbols of one object file, sorted by address, each with the end of its code.
package struct SymbolTable: Sendable {
  /// One function symbol.
  struct Entry: Sendable {
    var address: UInt64
    /// The exclusive end: from the symbol's own size, the next symbol or function start, or the section's end.
    var end: UInt64
    /// Twice the offset in a string table, plus the table's position in `strings`; -1 for a function start without a symbol.
    var name: Int
    /// The rank: among symbols of one address, the highest wins.
    var rank: Int

    /// The lowest rank of an ELF symbol that has the type of a function; those below are labels.
    static let functionRank = 16
    /// Whether it is an ELF symbol that has the type of a function.
    var isFunction: Bool { rank >= Self.functionRank }

    /// Returns whether the symbol names its address rather than another one of the same address.
    func isBetter(than other: Entry) -> Bool { rank != other.rank ? rank > other.rank : name < other.name }
  }

  private let entries: [Entry]
  private let strings: [ByteSlice]
  private let stripsUnderscore: Bool
  /// Whether names end at the end of their line, and not at a zero byte.
  private var areLines = false

  /// A function that contains an address.
  package struct Match: Sendable {
    /// The symbol's name without Mach-O's leading underscore.
    package let name: String
    /// The start of the function.
    package let start: LinkAddress
    /// The exclusive end of the function.
    package let end: LinkAddress
    /// Whether it is known that no other symbol begins between them, so that all addresses there have this match.
    package let isAlone: Bool

    /// Creates a match.
    package init(name: String, start: LinkAddress, end: LinkAddress, isAlone: Bool = false) {
      self.name = name
      self.start = start
      self.end = end
      self.isAlone = isAlone
    }

    /// Returns the same function with another start.
    package func moved(to start: LinkAddress) -> Match {
      let moved = LinkAddress(end.value &- self.start.value &+ start.value)
      return Match(name: name, start: start, end: moved, isAlone: isAlone && moved >= start)
    }
  }

  /// The range of every address.
  static let allAddresses: ClosedRange<UInt64> = 0...(.max)

  /// Takes entries that are sorted and have their ends.
  init(entries: [Entry], strings: [ByteSlice], stripsUnderscore: Bool) {
    self.entries = entries
    self.strings = strings
    self.stripsUnderscore = stripsUnderscore
  }

  /// The functions and public symbols of a symbol file of Breakpad.
  package init(_ table: BreakpadTable) {
    let entries = table.symbols.map { Entry(address: $0.start, end: $0.end, name: $0.name << 1, rank: 0) }
    self.init(entries: entries, strings: [table.bytes, .empty], stripsUnderscore: false)
    areLines = true
  }

  /// The number of functions.
  package var count: Int { entries.count }

  /// The start of each function, ascending.
  package var starts: [LinkAddress] { entries.map { LinkAddress($0.address) } }

  /// Returns the named function whose code contains `address`, or nil if the address is in a gap, in a function without a name or
  /// outside the code. Takes a binary search, and creates a name.
  package func find(_ address: LinkAddress) -> Match? {
    let next = entries.partitionPoint { $0.address > address.value }
    guard next > 0, address.value < entries[next - 1].end, entries[next - 1].name >= 0 else { return nil }
    let entry = entries[next - 1]
    let name = name(entry)
    if name.isEmpty { return nil }
    let isAlone = next == entries.count || entries[next].address >= entry.end
    return Match(name: name, start: LinkAddress(entry.address), end: LinkAddress(entry.end), isAlone: isAlone)
  }

  /// Returns whether an entry begins at an address or before.
  func begins(atOrBefore address: LinkAddress) -> Bool { entries.first.map { $0.address <= address.value } ?? false }

  /// All named functions in ascending order of address. Names are skipped if they are together many times longer than their
  /// tables, which happens only if damaged symbols share long names.
  package var functions: [Match] {
    var left = strings.reduce(1 << 16) { $0 + 8 * $1.count }
    return entries.compactMap { entry in
      guard entry.name >= 0, left > 0 else { return nil }
      let name = name(entry)
      left -= name.utf8.count
      if name.isEmpty { return nil }
      return Match(name: name, start: LinkAddress(entry.address), end: LinkAddress(entry.end))
    }
  }

  private func name(_ entry: Entry) -> String {
    let table = strings[entry.name & 1]
    if areLines { return BreakpadTable.text(at: entry.name >> 1, in: table) }
    let start = entry.name >> 1
    let hasUnderscore = stripsUnderscore && (try? table.load(UInt8.self, at: start)) == UInt8(ascii: "_")
    return table.cString(at: hasUnderscore ? start + 1 : start, limit: 1 << 16) ?? ""
  }
}
