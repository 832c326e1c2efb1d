import Bytes
import Testing

/// The digits of numbers in lines of text.
@Suite struct DigitOutputTests {
  private func text(_ body: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    body(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func numbersAreWrittenAsSwiftWritesThem() {
    var numbers: [UInt64] = [.max, 99_999_999, 100_000_000, 10_000, 9_999, 99, 100]
    for digit in 1..<20 { numbers += (1...9).map { $0 &* (0..<digit).reduce(1) { power, _ in power &* 10 } } }
    numbers += 0..<20_000
    for bit in 0..<64 { numbers += [UInt64(1) << bit, (UInt64(1) << bit) &- 1, 0xfedc_ba98_7654_3210 >> UInt64(bit)] }
    for number in numbers {
      #expect(text { $0.append(decimal: number) } == String(number))
      var growing = GrowingBytes()
      growing.append(decimal: number)
      #expect(growing.array == Array(String(number).utf8))
      #expect(text { $0.append(hexadecimal: number) } == String(number, radix: 16))
      let padded = String(repeating: "0", count: 16) + String(number, radix: 16)
      for digits in 0...16 { #expect(text { $0.append(hexadecimal: number, digits: digits) } == String(padded.suffix(digits))) }
    }
  }
}
