/// Where the symbols of a file lie.
enum SymbolSource: Sendable {
  /// The one table of a Mach-O file.
  case machO(MachOSymbolTable)
  /// The tables of an ELF file.
  case elf([ELFSymbolTable])
}

/// `LC_SYMTAB`.
struct MachOSymbolTable: Sendable {
  /// Where the entries begin in the file.
  var entriesOffset = 0
  /// The number of entries.
  var count = 0
  /// Where the names begin in the file.
  var stringsOffset = 0
  /// The size of the names in bytes.
  var stringsSize = 0
}

/// `.symtab` or `.dynsym`.
struct ELFSymbolTable: Sendable {
  /// Where the entries begin in the file.
  var offset: UInt64
  /// The number of entries.
  var count: Int
  /// Where the names begin in the file.
  var stringsOffset: UInt64
  /// The size of the names in bytes.
  var stringsSize: UInt64
  /// Whether it is `.dynsym`.
  var isDynamic: Bool
}
