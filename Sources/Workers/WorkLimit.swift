/// The maximum time of the work on one item, and the result of an item that takes longer.
package struct WorkLimit<Item: Sendable, Result: Sendable>: Sendable {
  /// Starts a clock on the thread that calls it. Returns a function that gives the milliseconds that this thread has used so far.
  /// Any thread may call that function while the first thread lives.
  package typealias Clock = @Sendable () -> (@Sendable () -> Int)

  let clock: Clock
  let interval: Int
  let milliseconds: @Sendable (Item) -> Int
  let giveUp: @Sendable (_ thread: Int, Item) -> Result

  /// Limits work to `milliseconds` per item, measured by `clock`, which is read every `interval` milliseconds. 0 does no work at
  /// all. `giveUp` makes the result for work that does not end in time; it runs while that work may still run.
  package init(
    clock: @escaping Clock, interval: Int = 500, milliseconds: @escaping @Sendable (Item) -> Int,
    giveUp: @escaping @Sendable (_ thread: Int, Item) -> Result
  ) {
    self.clock = clock
    self.interval = interval
    self.milliseconds = milliseconds
    self.giveUp = giveUp
  }
}
