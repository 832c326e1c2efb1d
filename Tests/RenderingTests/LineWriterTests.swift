import CrashModel
import Testing

/// The digits of numbers in lines of text.
@Suite struct LineWriterTests {
  private func text(_ body: (inout LineWriter) -> Void) -> String {
    var writer = LineWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `Numbers are written as Swift writes them`() {
    var numbers: [UInt64] = [.max, 99_999_999, 100_000_000]
    for bit in 0..<64 { numbers += [UInt64(1) << bit, (UInt64(1) << bit) &- 1, 0xfedc_ba98_7654_3210 >> UInt64(bit)] }
    for number in numbers {
      #expect(text { $0.append(decimal: number) } == String(number))
      #expect(text { $0.append(hexadecimal: number) } == String(number, radix: 16))
      let padded = String(repeating: "0", count: 16) + String(number, radix: 16)
      for digits in 0...16 { #expect(text { $0.append(hexadecimal: number, digits: digits) } == String(padded.suffix(digits))) }
    }
  }

  @Test func `A text without a byte has all others, line ends as blanks`() {
    #expect(text { $0.append("4C4C-448A--A1\n", without: UInt8(ascii: "-")) } == "4C4C448AA1 ")
    #expect(text { $0.append("", without: UInt8(ascii: "-")) }.isEmpty)
  }
}
