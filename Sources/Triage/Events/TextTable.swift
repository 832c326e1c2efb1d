/// Texts that many events share, each once, with a number.
struct TextTable: Sendable {
  private var texts: [String] = []
  private var numbers: [String: UInt32] = [:]

  /// The number of a text, which is kept from now on; 0 for nil.
  mutating func number(of text: String?) -> UInt32 {
    guard let text else { return 0 }
    if let known = numbers[text] { return known }
    texts.append(text)
    let number = UInt32(clamping: texts.count)
    numbers[text] = number
    return number
  }

  /// The text with a number that `number(of:)` gave; nil for 0.
  subscript(number: UInt32) -> String? { number == 0 ? nil : texts[Int(number) - 1] }
}
