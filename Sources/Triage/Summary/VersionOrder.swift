/// The order of versions and builds.
enum VersionOrder {
  /// Whether `left` comes before `right`: by numbers from left to right, then as text.
  static func isBefore(_ left: String, _ right: String) -> Bool {
    let (one, other) = (numbers(left), numbers(right))
    return one == other ? left < right : one.lexicographicallyPrecedes(other)
  }

  private static func numbers(_ text: String) -> [Int] {
    text.split { !($0.isASCII && $0.isNumber) }.map { Int($0.prefix(18)) ?? 0 }
  }
}
