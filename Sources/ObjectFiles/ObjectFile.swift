package import Bytes
package import SymbolModel

/// One architecture slice of a Mach-O file, one ELF file, or a symbol file of Breakpad: its identity and the positions of its parts. Reading it touches only
/// headers; symbols and debug sections are read on demand.
///
/// The front of the module `ObjectFiles`. In: a path, or bytes. Out: one of these for each slice, or an `ObjectFileError` that
/// says which part is damaged.
///
/// `MachOReader` and `ELFReader` read the headers, `ObjectFile+Symbols` the symbol tables. Debug sections are only located here;
/// the module `DWARF` reads them, and `BreakpadSymbols` the symbol files of Breakpad.
///
/// Example: `try ObjectFile.load(path: "Shop.dSYM/Contents/Resources/DWARF/Shop").map(\.id)`.
package struct ObjectFile: Sendable {
  /// The file format.
  package enum Container: String, Sendable {
    /// Apple's format (mach-o/loader.h).
    case machO = "Mach-O"
    /// The System V format (elf.h).
    case elf = "ELF"
    /// A symbol file of Breakpad: text, without code.
    case breakpad = "Breakpad"
  }

  /// The purpose of the file, from `filetype` and `e_type`.
  package enum Kind: String, Sendable {
    /// A program.
    case executable
    /// A shared library, framework or bundle.
    case library
    /// A file that only has debug information for another file (`MH_DSYM`, ELF without loadable contents).
    case debugCompanion
    /// An unlinked object.
    case object
    /// Something else, for example a core file.
    case other
  }

  /// The path that the file was read from.
  package let path: String
  /// The modification time in nanoseconds since 1970, or 0 for bytes that were not read from a file.
  package internal(set) var modified: Int64 = 0
  /// The file format.
  package let container: Container
  /// The purpose of the file.
  package let kind: Kind
  /// `LC_UUID` or the GNU build ID, or nil if there is none.
  package let id: ImageID?
  /// The architecture, or nil if the machine type is unknown.
  package let architecture: Architecture?
  /// Whether addresses are 64 bits wide.
  package let is64Bit: Bool
  /// Whether integers are stored most significant byte first.
  package let isBigEndian: Bool
  /// The link-time address that corresponds to the load address: `vmaddr` of `__TEXT`, or the page of the lowest `PT_LOAD`.
  package let textBase: LinkAddress
  /// The `vmaddr` of `__TEXT_EXEC`, which only the kernel of ARM processors and its extensions have; nil otherwise.
  package internal(set) var codeBase: LinkAddress?
  /// The sections in file order.
  package let sections: [Section]
  /// The bytes of the slice; `bytes.base` is its offset in the file.
  package let bytes: ByteSlice
  /// The position of the symbols.
  let symbolSource: SymbolSource
  /// The position of `LC_FUNCTION_STARTS` in `bytes`, or nil if there is none.
  let functionStartsRange: Range<Int>?

  /// Whether there is a `.debug_info` section with contents.
  package var hasDWARF: Bool { debugSection("info").map { $0.size > 0 } ?? false }

  /// Whether there is a symbol table with entries.
  package var hasSymbols: Bool {
    switch symbolSource {
    case .machO(let table): table.count > 0
    case .elf(let tables): hasMiniDebugInfo || tables.contains { $0.count > 1 }
    case .breakpad: true
    }
  }

  /// How much it tells.
  package var contentRank: ContentRank {
    if container == .breakpad { return .breakpad }
    return hasDWARF ? .dwarf : (exportsOnly && !hasMiniDebugInfo) || !hasSymbols ? .exports : .symbols
  }

  /// Whether the symbol tables have only the symbols that the dynamic linker needs.
  package var exportsOnly: Bool {
    if case .elf(let tables) = symbolSource { return tables.allSatisfy(\.isDynamic) }
    return false
  }

  /// Returns the section with a kind of DWARF, given by the part of its name after `debug_`, for any container and compression
  /// (`__debug_info`, `.debug_info`, `.zdebug_info`).
  package func debugSection(_ name: String) -> Section? {
    sections.first { $0.debugName == name }
  }
}
