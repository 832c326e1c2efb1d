internal import System

/// A line on the terminal that shows the progress of long work.
struct Progress: Sendable {
  /// The number of items.
  var total: Int
  /// Whether there is a terminal that shows it.
  let isShown: Bool
  /// The name of the items, in the plural.
  var unit = "reports"
  /// The phase in which items are finished, or nil if it has no name.
  private let work: String?
  /// The number of items that were finished before, which say nothing about the rate.
  var skipped = 0

  private let start = Clock.now
  private var drawn: Int64 = 0
  private var isVisible = false
  private var phase: String?
  private var hasBegun = false
  private var done = 0
  private var failed = 0

  /// Starts with no finished item. `work` names the phase in which items are finished.
  init(total: Int, isShown: Bool, unit: String = "reports", work: String? = nil) {
    self.total = total
    self.isShown = isShown
    self.unit = unit
    self.work = work
  }

  /// Redraws the line, at most about ten times per second: the number of finished items and of failures, the rate, and the
  /// remaining time.
  mutating func show(done: Int, failed: Int = 0) {
    guard isShown, total > 0 else { return }
    (self.done, self.failed, hasBegun) = (done, failed, true)
    let now = Clock.now
    guard now - drawn >= 100_000_000 || done == total else { return }
    drawn = now
    drawBar(now)
  }

  /// Names what is done before the first item, or besides finishing items. The line is redrawn at once.
  mutating func show(phase: String) {
    self.phase = phase
    guard isShown else { return }
    if hasBegun { return drawBar(Clock.now) }
    isVisible = true
    StandardStreams.draw("\r\(phase)\u{1b}[K")
  }

  /// Ends what `show(phase:)` named: from now on items are finished. The line is redrawn at once.
  mutating func endPhase() {
    phase = nil
    guard isShown, total > 0, work != nil else { return }
    hasBegun = true
    drawBar(Clock.now)
  }

  private mutating func drawBar(_ now: Int64) {
    isVisible = true
    let filled = done * Self.width / total
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
    let facts =
      [phase ?? work, "\(done)/\(total) \(unit)", failed > 0 ? "\(failed) failed" : nil]
      + Self.pace(done - skipped, total - skipped, now - start)
    StandardStreams.draw("\r[\(bar)] \(facts.compactMap { $0 }.joined(separator: ", "))\u{1b}[K")
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

  // Phase, counts and times fit into 80 columns.
  private static let width = 20
}
