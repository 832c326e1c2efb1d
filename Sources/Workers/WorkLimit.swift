/// How long the work on one item may take, and what becomes of an item whose work takes longer.
public struct WorkLimit<Item: Sendable, Result: Sendable>: Sendable {
  /// Starts a clock on the thread that calls it; what it returns gives the milliseconds that this thread has used so far, and may be
  /// called by any thread while that one lives.
  public typealias Clock = @Sendable () -> (@Sendable () -> Int)

  let clock: Clock
  let interval: Int
  let milliseconds: @Sendable (Item) -> Int
  let giveUp: @Sendable (_ thread: Int, Item) -> Result

  /// Limits work to `milliseconds` of an item, measured by `clock`, which is asked every `interval` milliseconds. 0 does no work at all.
  /// `giveUp` makes the result in place of work that goes on without an end; it runs while that work may still run.
  public init(
    clock: @escaping Clock, interval: Int = 500, milliseconds: @escaping @Sendable (Item) -> Int,
    giveUp: @escaping @Sendable (_ thread: Int, Item) -> Result
  ) {
    self.clock = clock
    self.interval = interval
    self.milliseconds = milliseconds
    self.giveUp = giveUp
  }
}
