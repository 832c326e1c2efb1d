/// How many of a number of trials went well, with Wilson's interval for the share behind them: it holds for few trials and for shares near 1.
package struct Proportion: Hashable, Sendable {
  /// The number of trials that went wrong, at most `total`.
  package let bad: Int
  /// The number of trials, at least 1.
  package let total: Int

  /// The standard normal quantile of an interval of 95%.
  private static let quantile = 1.959963984540054

  /// Returns nil without trials.
  package init?(bad: Int, of total: Int) {
    guard total > 0 else { return nil }
    self.bad = min(max(bad, 0), total)
    self.total = total
  }

  /// The share that went well.
  package var value: Double { 1 - Double(bad) / Double(total) }
  /// The lower end of the interval.
  package var lower: Double { min(max(center - half, 0), value) }
  /// The upper end of the interval.
  package var upper: Double { max(min(center + half, 1), value) }

  private var center: Double {
    let square = Self.quantile * Self.quantile
    return (value + square / (2 * Double(total))) / (1 + square / Double(total))
  }

  private var half: Double {
    let square = Self.quantile * Self.quantile
    let spread = value * (1 - value) / Double(total) + square / (4 * Double(total) * Double(total))
    return Self.quantile * spread.squareRoot() / (1 + square / Double(total))
  }

  /// How it compares with an earlier one, if their intervals have nothing in common: below 0 worse, above 0 better; else 0.
  package func change(since earlier: Proportion) -> Int { upper < earlier.lower ? -1 : lower > earlier.upper ? 1 : 0 }
}
