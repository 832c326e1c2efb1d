/// Formats coordinates.
enum Coordinate {
  /// Returns a share of a whole in percent, with at most three decimals: `12.5`. From `0` to `100`; `0` of nothing.
  static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "0" }
    let thousandths = min(max(Int((Double(part) / Double(whole) * 100_000).rounded()), 0), 100_000)
    let digits = String(String(thousandths % 1000 + 1000).dropFirst().reversed().drop { $0 == "0" }.reversed())
    return digits.isEmpty ? "\(thousandths / 1000)" : "\(thousandths / 1000).\(digits)"
  }
}
