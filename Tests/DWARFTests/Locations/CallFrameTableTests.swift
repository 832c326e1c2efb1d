import Bytes
import Testing

@testable import DWARF

/// Call frame information, sound and damaged.
struct CallFrameTableTests {
  /// `push rbp; mov rbp, rsp; ...; pop rbp; ret` at 0x1000, as compilers describe it in `.eh_frame` at 0x2000.
  private var bytes: [UInt8] {
    let common: [UInt8] =
      [0, 0, 0, 0, 1] + Array("zR".utf8) + [0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1, 0, 0]
    let start = 4 + common.count
    // The distance from the field, which is 8 bytes behind the entry's length, to the code.
    let distance = 0x1000 - (0x2000 + start + 8)
    let entry: [UInt8] =
      number(start + 4) + number(distance) + number(0x40) + [0]
      + [0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x70, 0x0c, 7, 8, 0, 0, 0]
    return number(common.count) + common + number(entry.count) + entry + number(0)
  }

  private func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: UInt32(truncatingIfNeeded: value) >> UInt32(8 * $0)) }
  }

  private func table(_ bytes: [UInt8]) -> CallFrameTable {
    CallFrameTable(ByteSlice(bytes), address: 0x2000, isException: true, is64Bit: true)
  }

  @Test func rules() {
    let table = table(bytes)
    #expect(table.rule(at: 0x1000) == .init(register: 7, offset: 8))
    #expect(table.rule(at: 0x1001) == .init(register: 7, offset: 16))
    #expect(table.rule(at: 0x1004) == .init(register: 6, offset: 16))
    #expect(table.rule(at: 0x1033) == .init(register: 6, offset: 16))
    #expect(table.rule(at: 0x1034) == .init(register: 7, offset: 8))
    #expect(table.rule(at: 0x1040) == nil)
    #expect(table.rule(at: 0xfff) == nil)
  }

  /// Every byte changed in several ways, and every prefix: a rule or none.
  @Test func damage() {
    let whole = bytes
    var answers = 0
    for position in whole.indices {
      for change in [0x01, 0x40, 0x80, 0xff] as [UInt8] {
        var damaged = whole
        damaged[position] ^= change
        if table(damaged).rule(at: 0x1010) != nil { answers += 1 }
      }
      #expect(table(Array(whole.prefix(position))).rule(at: 0x1050) == nil)
    }
    #expect(answers > 0)
  }
}
