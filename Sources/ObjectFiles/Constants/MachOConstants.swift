/// The constants of Mach-O files that are used here, with the names of Apple's headers.
enum MachO {
  /// The first four bytes of a file, read in the machine's own byte order (mach-o/loader.h, mach-o/fat.h).
  enum Magic {
    /// `MH_MAGIC`.
    static let narrow: UInt32 = 0xfeed_face
    /// `MH_MAGIC_64`.
    static let wide: UInt32 = 0xfeed_facf
    /// `MH_CIGAM`: the other byte order.
    static let narrowSwapped: UInt32 = 0xcefa_edfe
    /// `MH_CIGAM_64`.
    static let wideSwapped: UInt32 = 0xcffa_edfe
    /// `FAT_MAGIC`, big-endian in every file.
    static let fat: UInt32 = 0xcafe_babe
    /// `FAT_MAGIC_64`.
    static let fatWide: UInt32 = 0xcafe_babf

    /// The magic numbers of files with one architecture.
    static let thin = [narrow, wide, narrowSwapped, wideSwapped]
  }

  /// `LC_*` (mach-o/loader.h).
  enum LoadCommand {
    static let segment: UInt32 = 0x01
    static let symbolTable: UInt32 = 0x02
    static let segment64: UInt32 = 0x19
    static let uuid: UInt32 = 0x1b
    static let functionStarts: UInt32 = 0x26
  }

  /// `MH_*`, the file types (mach-o/loader.h).
  enum FileType {
    static let object: UInt32 = 1
    static let execute: UInt32 = 2
    static let preload: UInt32 = 5
    static let dynamicLibrary: UInt32 = 6
    static let dynamicLinker: UInt32 = 7
    static let bundle: UInt32 = 8
    static let libraryStub: UInt32 = 9
    static let dSYM: UInt32 = 10
    static let kernelExtension: UInt32 = 11
  }

  /// The flags of a section (mach-o/loader.h).
  enum SectionFlags {
    /// `SECTION_TYPE`: the mask of the type.
    static let type: UInt32 = 0xff
    /// `S_ZEROFILL`, `S_GB_ZEROFILL`, `S_THREAD_LOCAL_ZEROFILL`: no bytes in the file.
    static let zeroFill: [UInt32] = [0x01, 0x0c, 0x12]
    /// `S_ATTR_PURE_INSTRUCTIONS` and `S_ATTR_SOME_INSTRUCTIONS`.
    static let instructions: UInt32 = 0x8000_0400
  }

  /// The type of a symbol, `n_type` (mach-o/nlist.h).
  enum SymbolType {
    /// `N_STAB`: any of these bits marks an entry for debuggers.
    static let debugging: UInt8 = 0xe0
    /// `N_TYPE`: the mask of the type.
    static let type: UInt8 = 0x0e
    /// `N_SECT`: defined in a section.
    static let inSection: UInt8 = 0x0e
    /// `N_EXT`: visible to other files.
    static let external: UInt8 = 0x01
  }

  /// Sizes of records in bytes.
  enum Size {
    /// `section`, `section_64`.
    static func section(is64Bit: Bool) -> Int { is64Bit ? 80 : 68 }
    /// `nlist`, `nlist_64`.
    static func symbol(is64Bit: Bool) -> Int { is64Bit ? 16 : 12 }
    /// `fat_arch`, `fat_arch_64`.
    static func fatEntry(is64Bit: Bool) -> Int { is64Bit ? 32 : 20 }
    /// `fat_header`.
    static let fatHeader = 8
  }

  /// Java class files begin like fat files; their version, from 45 on, is at the position of the count. No fat file has that many
  /// slices.
  static let slicesLimit = 43
}
