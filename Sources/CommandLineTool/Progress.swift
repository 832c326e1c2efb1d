/// A line on the terminal that says how far a folder is.
struct Progress {
  /// The number of inputs.
  let total: Int
  /// Whether there is a terminal that shows it.
  let isShown: Bool
  /// What is counted, in the plural.
  var unit = "reports"

  /// Draws the line anew, at most about two hundred times for all inputs.
  func show(done: Int) {
    if done % max(1, total / 200) == 0 { draw(done: done) }
  }

  /// Draws the line anew.
  func draw(done: Int) {
    guard isShown, total > 0 else { return }
    let filled = done * Self.width / total
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
    StandardStreams.draw("\r[\(bar)] \(done)/\(total) \(unit)")
  }

  /// Takes the line away.
  func clear() {
    if isShown { StandardStreams.draw("\r\u{1b}[K") }
  }

  private static let width = 26
}
