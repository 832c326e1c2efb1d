/// Whether the quotient of a division of x86-64 fits whatever the divisor is: then only a divisor of 0 fails.
package struct QuotientRange {
  /// Whether no divisor but 0 can fail.
  package let isAlwaysWide: Bool

  /// `text` is the instruction, `size` the number of bytes of the divisor.
  package init(_ text: String, _ size: Int, _ registers: RegisterFile) {
    guard size == 4 || size == 8, let low = registers.value(of: size == 4 ? "eax" : "rax"),
      let high = registers.value(of: size == 4 ? "edx" : "rdx")
    else {
      isAlwaysWide = false
      return
    }
    guard text.hasPrefix("idiv") else {
      isAlwaysWide = high == 0
      return
    }
    // The dividend is a number of `size` bytes, and not the one whose negation is wider.
    let sign = UInt64(1) << UInt64(size * 8 - 1)
    let all = size == 4 ? UInt64(UInt32.max) : UInt64.max
    isAlwaysWide = low != sign && high == (low & sign == 0 ? 0 : all)
  }
}
