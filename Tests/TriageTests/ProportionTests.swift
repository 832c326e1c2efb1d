import Testing

@testable import Triage

@Suite struct ProportionTests {
  /// Wilson's interval has the shares `p` for which the observed share is at most 1.96 standard deviations of `p` away: found here by
  /// halving, not by the formula.
  @Test(arguments: [(0, 1), (1, 1), (0, 10), (3, 10), (80, 8_000), (12, 12_000), (1, 1_000_000), (500_000, 1_000_000), (7, 7)])
  func theIntervalOfWilson(_ bad: Int, _ total: Int) throws {
    let share = try #require(Proportion(bad: bad, of: total))
    let observed = 1 - Double(bad) / Double(total)
    func isInside(_ p: Double) -> Bool {
      let deviation = (p * (1 - p) / Double(total)).squareRoot()
      return (observed - p).magnitude <= 1.959963984540054 * deviation + 1e-15
    }
    func edge(_ inside: Double, _ outside: Double) -> Double {
      var (inside, outside) = (inside, outside)
      if isInside(outside) { return outside }
      for _ in 0..<80 {
        let middle = (inside + outside) / 2
        if isInside(middle) { inside = middle } else { outside = middle }
      }
      return inside
    }
    #expect((share.lower - edge(observed, 0)).magnitude < 1e-7 && (share.upper - edge(observed, 1)).magnitude < 1e-7)
    #expect(share.lower <= share.value && share.value <= share.upper)
  }

  @Test func extremes() {
    #expect(Proportion(bad: 1, of: 0) == nil && Proportion(bad: 9, of: 3)?.value == 0 && Proportion(bad: -1, of: 3)?.value == 1)
    let (good, worse) = (Proportion(bad: 12, of: 12_000), Proportion(bad: 80, of: 8_000))
    #expect(good.flatMap { worse?.change(since: $0) } == -1 && worse.flatMap { good?.change(since: $0) } == 1)
    #expect(good.flatMap { Proportion(bad: 3, of: 2_000)?.change(since: $0) } == 0)
  }
}
