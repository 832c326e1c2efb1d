internal import Synchronization

/// A record of a run that can show a phase on the progress line.
protocol PhaseRecord: Sendable {
  /// Shows a phase instead of the counts.
  mutating func show(phase: String)

  /// Shows the counts again.
  mutating func endPhase()
}

/// What the threads of a run share: the number of inputs taken, and the record of what was done.
final class SharedRecord<Record: PhaseRecord>: Sendable {
  /// The number of inputs that threads have taken.
  let taken = Atomic<Int>(0)
  /// The record, for one thread at a time.
  let record: Mutex<Record>
  private let building = Atomic<Int>(0)

  /// Shares a record that nobody else has.
  init(_ record: sending Record) { self.record = Mutex(record) }

  /// Shows that an index is being built, as long as one is.
  func note(indexBegins begins: Bool) {
    let count = building.add(begins ? 1 : -1, ordering: .relaxed).newValue
    record.withLock { if count > 0 { $0.show(phase: "building indexes") } else { $0.endPhase() } }
  }
}
