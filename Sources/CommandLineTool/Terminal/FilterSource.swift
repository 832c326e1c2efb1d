internal import Reports
internal import Synchronization
internal import System

/// The stream that `filter` copies, cut into parts as it arrives. Threads take turns.
final class FilterSource: Sendable {
  /// A part of the stream, with its bytes.
  struct Piece: Sendable {
    let part: LogSplitter.Chunk
    let range: Range<Int>

    /// The bytes themselves.
    var bytes: [UInt8] {
      switch part {
      case .plain(let bytes), .stacks(let bytes, _), .report(let bytes): bytes
      }
    }
  }

  private struct State: ~Copyable {
    let interruption: Interruption
    let keepsLinesWhole: Bool
    var splitter = MessageSplitter()
    var pieces: [Piece] = []
    var taken = 0
    var offset = 0
    var signal: Int32?
    var isAtEnd = false
    var failure: SystemError?
  }

  private let state: Mutex<State>

  /// Reads standard input until it ends or a signal asks for the end. Throws if signals cannot be waited for. If lines are kept
  /// whole, the beginning of a line waits for the rest for any time, up to the length at which lines are divided.
  init(keepsLinesWhole: Bool = false) throws(SystemError) {
    state = Mutex(State(interruption: try Interruption(), keepsLinesWhole: keepsLinesWhole))
  }

  /// The signal that requested the end before the input ended, or nil.
  var signal: Int32? { state.withLock { $0.signal } }
  /// The error that ended reading early, or nil.
  var failure: SystemError? { state.withLock { $0.failure } }

  /// Stops reading.
  func stop() {
    state.withLock { state in
      state.isAtEnd = true
      state.taken = state.pieces.count
    }
  }

  /// Returns the next part, after waiting for it, or nil at the end.
  func next() -> Piece? {
    state.withLock { state in
      while state.taken == state.pieces.count {
        if state.isAtEnd { return nil }
        state.pieces.removeAll(keepingCapacity: true)
        state.taken = 0
        do throws(SystemError) {
          try Self.read(&state)
        } catch {
          (state.failure, state.isAtEnd) = (error, true)
        }
      }
      defer { state.taken += 1 }
      return state.pieces[state.taken]
    }
  }

  /// Waits for the next input. After a signal, passes on at once what was read. Then reads the last output of earlier programs in
  /// the pipeline, which get the same signal.
  private static func read(_ state: inout State) throws(SystemError) {
    switch state.interruption.wait(for: 0, milliseconds: state.signal == nil ? timeout(state) : lastWords) {
    case .input:
      let bytes = try FileSystem.readAvailable(from: 0, limit: 1 << 18)
      state.isAtEnd = bytes.isEmpty
      add(bytes.isEmpty ? state.splitter.finish() : state.splitter.take(bytes), &state)
    case .quiet:
      state.isAtEnd = state.signal != nil
      add(state.isAtEnd ? state.splitter.finish() : state.splitter.flush(), &state)
    case .signal(let number):
      // A second signal of the same kind does not get here: it ends the process as usual. A second signal of another kind ends
      // the stream at once.
      state.isAtEnd = state.signal != nil || Environment.isTerminal(0)
      state.signal = number
      add(state.isAtEnd ? state.splitter.finish() : state.splitter.flush(), &state)
    }
  }

  private static func add(_ parts: [LogSplitter.Chunk], _ state: inout State) {
    for part in parts {
      let count = Piece(part: part, range: 0..<0).bytes.count
      state.pieces.append(Piece(part: part, range: state.offset..<state.offset + count))
      state.offset += count
    }
  }

  /// The number of milliseconds to wait for the last output after a signal: `$SYMBOLICATE_FILTER_GRACE` seconds, else 5.
  private static let lastWords: Int32 =
    Environment.variable("SYMBOLICATE_FILTER_GRACE").flatMap { Int32($0) }.flatMap { (0...86_400).contains($0) ? $0 : nil }
    .map { $0 * 1000 } ?? 5000

  /// Returns the number of milliseconds to wait for more input while some is held, or a negative number if nothing is held.
  private static func timeout(_ state: borrowing State) -> Int32 {
    if state.keepsLinesWhole, state.splitter.holdsPartOfLine { return -1 }
    return switch state.splitter.held {
    case .nothing: -1
    case .line: 50
    case .frames: 250
    case .backtrace: 2000
    }
  }
}
