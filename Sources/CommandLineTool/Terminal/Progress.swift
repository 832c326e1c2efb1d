internal import System

/// A line on the terminal that shows the progress of long work.
struct Progress: Sendable {
  /// The number of items.
  var total: Int
  /// Whether there is a terminal that shows it.
  let isShown: Bool
  /// The name of the items, in the plural.
  var unit = "reports"
  /// The number of items that were finished before, which say nothing about the rate.
  var skipped = 0

  private let start = Clock.now
  private var drawn: Int64 = 0
  private var isVisible = false
  private var phase: String?

  /// Starts with no finished item.
  init(total: Int, isShown: Bool, unit: String = "reports") {
    self.total = total
    self.isShown = isShown
    self.unit = unit
  }

  /// Redraws the line, at most about ten times per second: the number of finished items and of failures, the rate, and the
  /// remaining time.
  mutating func show(done: Int, failed: Int = 0) {
    guard isShown, total > 0 else { return }
    let now = Clock.now
    guard now - drawn >= 100_000_000 || done == total else { return }
    drawn = now
    isVisible = true
    let filled = done * Self.width / total
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
    let facts =
      ["\(done)/\(total) \(unit)", failed > 0 ? "\(failed) failed" : nil]
      + Self.pace(done - skipped, total - skipped, now - start)
    StandardStreams.draw("\r[\(bar)] \(phase.map { "\($0), " } ?? "")\(facts.compactMap { $0 }.joined(separator: ", "))\u{1b}[K")
  }

  /// Names what is being done besides, or instead of, finishing items; nil for nothing. The line is redrawn at once.
  mutating func show(phase: String?) {
    self.phase = phase
    guard isShown, let phase, !isVisible else { return }
    isVisible = true
    StandardStreams.draw("\r\(phase)\u{1b}[K")
  }

  /// Removes the line.
  mutating func clear() {
    guard isVisible else { return }
    StandardStreams.draw("\r\u{1b}[K")
    isVisible = false
    drawn = 0
  }

  /// Returns the rate, and the remaining time, as far as they are known.
  private static func pace(_ done: Int, _ total: Int, _ elapsed: Int64) -> [String?] {
    let milliseconds = Int(elapsed / 1_000_000)
    guard done > 0, milliseconds >= 500 else { return [] }
    let rate = done * 1000 / milliseconds
    let seconds = (total - done) * milliseconds / done / 1000
    let left = seconds < 60 ? "\(seconds) s left" : "\(seconds / 60) min \(seconds % 60) s left"
    return [rate > 0 ? "\(rate)/s" : nil, done < total ? left : nil]
  }

  private static let width = 26
}
