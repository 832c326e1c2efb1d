/// Draws counts as one line of bars.
enum Sparkline {
  /// Returns one character per count; the highest count has the highest bar.
  static func text(_ counts: [Int]) -> String {
    let top = counts.max() ?? 0
    guard top > 0 else { return "" }
    return String(counts.map { $0 == 0 ? "\u{b7}" : bars[min(($0 * bars.count - 1) / top, bars.count - 1)] })
  }

  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}
