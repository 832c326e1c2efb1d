/// Takes the answers that one thread finds, one at a time.
package protocol AnswerSink: AnyObject {
  /// Takes the answer for an address, which was at a position of those that were asked for.
  func take(_ answer: DWARFAnswer, for address: UInt64, at position: Int)
}

/// Gives each thread its own sink: no two threads use the same one.
struct AnswerSinks: @unchecked Sendable {
  private let sinks: [any AnswerSink]

  /// Takes a sink for each thread, at least one.
  init(_ sinks: [any AnswerSink]) { self.sinks = sinks }

  /// The number of threads.
  var count: Int { sinks.count }

  /// The sink of a thread.
  subscript(thread: Int) -> any AnswerSink { sinks[thread] }
}
