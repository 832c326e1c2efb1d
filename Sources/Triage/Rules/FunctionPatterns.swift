/// The patterns that rules compare functions with, numbered: every function is compared with all of them once and then known by the
/// numbers that it matches.
struct FunctionPatterns: Sendable {
  /// In the order of their numbers.
  private(set) var all: [Pattern] = []
  private var numbers: [String: Int] = [:]

  /// The number of a pattern, which is kept from now on.
  mutating func number(of pattern: Pattern) -> Int {
    if let known = numbers[pattern.text] { return known }
    numbers[pattern.text] = all.count
    all.append(pattern)
    return all.count - 1
  }

  /// The numbers of the patterns that one of the spellings of a name matches, ascending.
  func marks(_ spellings: [String]) -> [Int] {
    let firstBytes = Pattern.FirstBytes(spellings)
    return all.indices.filter { firstBytes.permit(all.span[$0]) && spellings.contains(where: all[$0].matches) }
  }
}
