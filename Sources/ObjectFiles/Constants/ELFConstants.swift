/// The constants of ELF files that are used here, with the names of elf.h (System V ABI, chapters 4 and 5).
enum ELF {
  /// The first four bytes, read as a big-endian number.
  static let magic: UInt32 = 0x7f45_4c46

  /// The size of `e_ident`, and the offsets of its fields.
  enum Identification {
    static let size = 16
    /// `EI_CLASS`, with `ELFCLASS32` and `ELFCLASS64`.
    static let classByte = 4
    static let class32: UInt8 = 1
    static let class64: UInt8 = 2
    /// `EI_DATA`, with `ELFDATA2LSB` and `ELFDATA2MSB`.
    static let orderByte = 5
    static let littleEndian: UInt8 = 1
    static let bigEndian: UInt8 = 2
  }

  /// `ET_*`.
  enum FileType {
    static let relocatable: UInt16 = 1
    static let executable: UInt16 = 2
    static let shared: UInt16 = 3
  }

  /// `EM_*`.
  enum Machine {
    static let i386: UInt16 = 3
    static let ppc: UInt16 = 20
    static let ppc64: UInt16 = 21
    static let s390: UInt16 = 22
    static let arm: UInt16 = 40
    static let x86_64: UInt16 = 62
    static let aarch64: UInt16 = 183
    static let riscv: UInt16 = 243
  }

  /// `PT_*`.
  enum SegmentType {
    static let load: UInt32 = 1
    static let dynamic: UInt32 = 2
    static let interpreter: UInt32 = 3
    static let note: UInt32 = 4
  }

  /// `SHT_*`.
  enum SectionType {
    static let null: UInt32 = 0
    static let symbols: UInt32 = 2
    static let note: UInt32 = 7
    static let noBits: UInt32 = 8
    static let dynamicSymbols: UInt32 = 11
  }

  /// `SHF_*`.
  enum SectionFlags {
    static let allocated: UInt64 = 2
    static let instructions: UInt64 = 4
    static let compressed: UInt64 = 0x800
  }

  /// `DT_*` and `DF_1_*`.
  enum Dynamic {
    static let end: UInt64 = 0
    static let soName: UInt64 = 14
    static let flags1: UInt64 = 0x6fff_fffb
    static let flagPIE: UInt64 = 0x0800_0000
  }

  /// `SHN_XINDEX`: the real number is in the first section header.
  static let namesInFirstHeader = 0xffff
  /// `NT_GNU_BUILD_ID`.
  static let buildIDNote: UInt32 = 3
  /// The page size that linkers align the lowest segment to.
  static let page: UInt64 = 0x1000

  /// `STT_*`, the low four bits of `st_info`.
  enum SymbolType {
    static let mask: UInt8 = 15
    static let none: UInt8 = 0
    static let function: UInt8 = 2
    /// `STT_GNU_IFUNC`.
    static let indirectFunction: UInt8 = 10
  }

  /// `STB_*`, the high four bits of `st_info`.
  enum Binding {
    static let local: UInt8 = 0
    static let global: UInt8 = 1
    static let weak: UInt8 = 2
  }

  /// Returns the size of `Elf32_Sym` and `Elf64_Sym` in bytes.
  static func symbolSize(is64Bit: Bool) -> Int { is64Bit ? 24 : 16 }
}
