/// The position of a file's symbols.
enum SymbolSource: Sendable {
  /// The one table of a Mach-O file.
  case machO(MachOSymbolTable)
  /// The tables of an ELF file.
  case elf([ELFSymbolTable])
  /// The records of a symbol file of Breakpad: the whole file.
  case breakpad
}

/// `LC_SYMTAB`.
struct MachOSymbolTable: Sendable {
  /// The offset of the entries in the file.
  var entriesOffset = 0
  /// The number of entries.
  var count = 0
  /// The offset of the names in the file.
  var stringsOffset = 0
  /// The size of the names in bytes.
  var stringsSize = 0
}

/// `.symtab` or `.dynsym`.
struct ELFSymbolTable: Sendable {
  /// The offset of the entries in the file.
  var offset: UInt64
  /// The number of entries.
  var count: Int
  /// The offset of the names in the file.
  var stringsOffset: UInt64
  /// The size of the names in bytes.
  var stringsSize: UInt64
  /// Whether it is `.dynsym`.
  var isDynamic: Bool
}
