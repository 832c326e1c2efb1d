import SymbolModel
import Testing

@testable import DWARF

/// Swift's types by their mangled names, and the values of their bytes.
struct SwiftTypeTests {
  private func value(_ type: String, _ bytes: [UInt8], memory: [ValueQuestion.Memory] = []) -> String? {
    let state = CapturedState(
      ValueQuestion(instruction: LinkAddress(0), slide: 0, registers: [], memory: memory), addressSize: 8)
    return SwiftType(type).map { SwiftValue.decode($0, VariableBytes(bytes, origins: []), state).text }
  }

  private func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] { bytes + [UInt8](repeating: 0, count: count - bytes.count) }

  @Test func numbers() {
    #expect(value("$sSiD", [UInt8](repeating: 0xff, count: 8)) == "-1")
    #expect(value("$sSuD", [UInt8](repeating: 0xff, count: 8)) == "18446744073709551615")
    #expect(value("$ss5UInt8VD", [200]) == "200")
    #expect(value("$ss4Int8VD", [200]) == "-56")
    #expect(value("$sSdD", [0, 0, 0, 0, 0, 0, 4, 0x40]) == "2.5")
    #expect(value("$sSfD", [0, 0, 0x20, 0xc0]) == "-2.5")
    #expect(value("$sSbD", [1]) == "true")
  }

  @Test func optionals() {
    #expect(value("$sSiSgD", padded([3], to: 9)) == "3")
    #expect(value("$sSiSgD", padded([3], to: 8) + [1]) == "nil")
    #expect(value("$sSbSgD", [2]) == "nil")
    #expect(value("$sSbSgD", [0]) == "false")
    #expect(value("$s4main4CartCSgD", padded([], to: 8)) == "nil")
    #expect(value("$s4main4CartCSgD", padded([0x10], to: 8)) == "0x10")
    #expect(value("$sSSSgD", padded([], to: 16)) == "nil")
    #expect(value("$sSPySiGSgD", padded([], to: 8)) == "nil")
  }

  @Test func strings() {
    #expect(value("$sSSD", padded(Array("seven".utf8), to: 15) + [0xe5]) == "\"seven\"")
    #expect(value("$sSSD", padded([], to: 15) + [0xe0]) == "\"\"")
    #expect(value("$sSSD", padded(Array("ß".utf8), to: 15) + [0xa2]) == "\"ß\"")
    let literal = padded([18], to: 7) + [0xd0] + padded([0x40], to: 7) + [0x80]
    #expect(value("$sSSD", literal) == "not in the report")
    let memory = ValueQuestion.Memory(address: 0x60, bytes: Array("sixteen letters and more".utf8))
    #expect(value("$sSSD", literal, memory: [memory]) == "\"sixteen letters an\"")
  }

  @Test(arguments: [
    "$sSaySiGD", "$s4main4CartVD", "$sSiSgSgD", "$sypD", "$s4main3BoxCySiGD", "$sSpySaySiGGD", "Si", "$sD", "$s",
    "$s99999999999999999999CD",
  ])
  func unknown(_ type: String) { #expect(SwiftType(type) == nil) }

  @Test func bytesThatAreMissing() {
    #expect(value("$sSiD", [1, 2]) == "type not decoded")
  }
}
