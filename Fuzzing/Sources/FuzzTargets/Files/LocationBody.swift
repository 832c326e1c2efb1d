import Bytes
import DWARF
import ObjectFiles
import SymbolModel
import TestSupport

/// The expressions that say where a variable is: a file with one function, and one variable of it.
enum LocationBody {
  /// The length of the frame base, the frame base, and the location of the variable.
  static let seeds: [[UInt8]] = [
    [1, 0x9c, 0x91, 0x70], [1, 0x56, 0x50], [1, 0x9c, 0x75, 0x78], [2, 0x76, 0x10, 0x91, 0x7f],
    [1, 0x9c, 0x03, 0, 0x10, 0, 0, 0, 0, 0, 0], [1, 0x9c, 0x90, 0x11, 0x93, 4, 0x92, 6, 8, 0x93, 4],
    [1, 0x9c, 0x92, 0x80, 0x01, 0x7f], [1, 0x9c, 0xa3, 1, 0x55, 0x9f], [1, 0x9c, 0x10, 5, 0x9f],
    [0, 0x2f, 0xfd, 0xff], [1, 0x9c, 0x23, 8, 0x06, 0x1c, 0x22], [1, 0x9c, 0xf3, 1, 0x50, 0x9f], [1, 0x9c, 0x9e, 2, 1, 2],
  ]

  /// 1: a unit; 2: a function with a frame base; 3: a variable with a location; 4: a type.
  private static let abbreviations: [UInt8] = [
    1, 0x11, 1, 0x11, 0x01, 0x12, 0x06, 0, 0, 2, 0x2e, 1, 0x11, 0x01, 0x12, 0x06, 0x40, 0x18, 0, 0,
    3, 0x34, 0, 0x03, 0x08, 0x02, 0x18, 0x49, 0x13, 0, 0, 4, 0x24, 0, 0x0b, 0x0b, 0, 0, 0,
  ]

  @Sendable static func make() -> FuzzTarget.Body {
    { bytes in
      guard let first = bytes.first else { return }
      let cut = min(Int(first), bytes.count - 1)
      let elf = file(frameBase: Array(bytes[1..<1 + cut]), location: Array(bytes[(1 + cut)...]))
      guard let file = try? ObjectFile.read(ByteSlice(elf), path: ObjectBodies.path).first, let session = try? DWARFSession(file),
        let reader = VariableReader(file, session, programs: [file])
      else { return }
      let places: [PointerQuestion.Place] = [
        .register(0), .register(6), .memory(register: 6, offset: 8), .memory(register: 5, offset: -8), .address(0x1000),
      ]
      for place in places {
        let question = PointerQuestion(instruction: LinkAddress(0x1004), place: place, offsets: [])
        guard let answer = reader.answer(question) else { continue }
        try expect(answer.expression == "v", "the variable is called \(answer.expression)")
      }
    }
  }

  private static func file(frameBase: [UInt8], location: [UInt8]) -> [UInt8] {
    let code = ELFFile.bytes(UInt64(0x1000)) + ELFFile.bytes(UInt32(0x100))
    let function = [2] + code + block(frameBase)
    let variable = [3, 0x76, 0] + block(location)
    let type = 11 + 1 + code.count + function.count + variable.count + 4
    let entries = [1] + code + function + variable + ELFFile.bytes(UInt32(type)) + [4, 8, 0, 0]
    let unit = ELFFile.bytes(UInt32(entries.count + 7)) + ELFFile.bytes(UInt16(4)) + ELFFile.bytes(UInt32(0)) + [8] + entries
    return ELFFile([
      .init(".text", [UInt8](repeating: 0, count: 0x100), flags: 6, address: 0x1000), .init(".debug_info", unit),
      .init(".debug_abbrev", abbreviations),
    ]).bytes
  }

  /// A block of bytes with its length in front.
  private static func block(_ bytes: [UInt8]) -> [UInt8] {
    (bytes.count < 128 ? [UInt8(bytes.count)] : [UInt8(bytes.count & 0x7f) | 0x80, UInt8(bytes.count >> 7)]) + bytes
  }
}
