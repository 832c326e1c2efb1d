internal import System
package import Workers

/// The maximum processor time for one report, or one piece of a log. Waiting for debug files, other processes and other programs
/// does not count.
package struct TimeLimit: Hashable, Sendable {
  /// The seconds that the user allows, or nil for the default.
  private let seconds: Int?

  /// The default seconds: a hundred times what the largest known reports take. Larger reports get another second per megabyte.
  private static let usual = 20

  /// A limit of `seconds` for each report, or nil for one that grows with the report's size. 0 reads no report at all.
  package init(seconds: Int? = nil) { self.seconds = seconds }

  /// Returns the milliseconds for a report of this many bytes.
  func milliseconds(bytes: Int) -> Int { seconds.map { $0 * 1000 } ?? Self.usual * 1000 + bytes / 1000 }

  /// Returns why a report of this many bytes was given up, as one clause.
  package func reason(bytes: Int) -> String {
    let seconds = milliseconds(bytes: bytes) / 1000
    return "reading it took longer than \(seconds) second\(seconds == 1 ? "" : "s") of processor time; --time-limit allows more"
  }

  /// Returns the limit in the form that workers use. `size` returns the bytes of an item, `giveUp` the result of one that takes
  /// longer.
  package func forWork<Item: Sendable, Result: Sendable>(
    size: @escaping @Sendable (Item) -> Int, giveUp: @escaping @Sendable (_ thread: Int, Item) -> Result
  ) -> WorkLimit<Item, Result> {
    WorkLimit(
      clock: {
        let clock = ThreadClock()
        return { clock?.milliseconds ?? 0 }
      }, milliseconds: { milliseconds(bytes: size($0)) }, giveUp: giveUp)
  }
}
