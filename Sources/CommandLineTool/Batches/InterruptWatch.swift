internal import Synchronization
internal import System

/// Lets a batch say how far it got when a signal asks the process to end.
final class InterruptWatch: Sendable {
  private let interruption: Mutex<Interruption>

  /// Handles the signals from now on: `last` is called, and then the process ends by the signal. Nothing changes if the system allows
  /// no pipe or no thread.
  static func start(_ last: @escaping @Sendable () -> Void) {
    guard let watch = try? InterruptWatch() else { return }
    _ = DetachedThread.start {
      let signal = watch.wait()
      last()
      Interruption.end(by: signal)
    }
  }

  private init() throws(SystemError) { interruption = Mutex(try Interruption()) }

  private func wait() -> Int32 {
    interruption.withLock { interruption in
      while true { if case .signal(let number) = interruption.wait(for: -1, milliseconds: -1) { return number } }
    }
  }
}
