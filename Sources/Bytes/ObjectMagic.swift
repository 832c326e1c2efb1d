/// The first four bytes of Mach-O, universal and ELF files, in both byte orders, and of symbol files of Breakpad (`MODU`).
package enum ObjectMagic {
  private static let words: Set<UInt32> = [
    0x7f45_4c46, 0xfeed_face, 0xfeed_facf, 0xcefa_edfe, 0xcffa_edfe, 0xcafe_babe, 0xcafe_babf,
    0x4d4f_4455,
  ]

  /// Returns whether a file with this beginning is such a file.
  package static func begins(_ head: some Sequence<UInt8>) -> Bool {
    words.contains(head.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
  }
}
