/// A version or build by its order: numbers from left to right, then text.
package struct VersionOrder: Comparable {
  private let numbers: [Int]
  private let text: String

  /// Reads the numbers of a version.
  package init(_ text: String) {
    self.text = text
    var numbers: [Int] = []
    var digits = 0
    for unit in text.utf8 {
      let digit = Int(unit) - 0x30
      guard (0...9).contains(digit) else {
        digits = 0
        continue
      }
      if digits == 0 { numbers.append(0) }
      digits += 1
      if digits <= 18 { numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + digit }
    }
    self.numbers = numbers
  }

  /// Orders older versions first.
  package static func < (left: Self, right: Self) -> Bool {
    left.numbers == right.numbers ? left.text < right.text : left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}
