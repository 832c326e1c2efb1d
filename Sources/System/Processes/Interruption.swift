internal import Glibc

/// Waits for input and for signals that ask the process to end, so that it can finish its work first.
package struct Interruption: ~Copyable {
  /// The event that ended the wait.
  package enum Event: Hashable, Sendable {
    /// Bytes, or the end of the input.
    case input
    /// No input arrived in time.
    case quiet
    /// A signal, by its number.
    case signal(Int32)
  }

  private let signals: CInt

  /// Handles SIGINT, SIGTERM and SIGHUP, each once: the second signal of a kind ends the process as usual. Signals that the
  /// process was started to ignore stay ignored. Call it once per process.
  package init() throws(SystemError) {
    var ends: [CInt] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(errno, operation: "pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    signals = ends[0]
    unsafe signalPipe = ends[1]
    for number in [SIGINT, SIGTERM, SIGHUP] { Self.take(number) }
  }

  private static func take(_ number: CInt) {
    var before = sigaction()
    guard unsafe sigaction(number, nil, &before) == 0 else { return }
    let handler = unsafe before.__sigaction_handler.sa_handler
    guard unsafe unsafeBitCast(handler, to: Int.self) != 1 else { return }
    var action = sigaction()
    action.sa_flags = CInt(truncatingIfNeeded: SA_RESETHAND)
    unsafe action.__sigaction_handler.sa_handler = { noteSignal($0) }
    _ = unsafe sigaction(number, &action, nil)
  }

  /// Waits until a descriptor has bytes ready or is at its end, until a signal arrives, or for `timeout` milliseconds
  /// (poll(2)). A negative number waits forever. A signal takes precedence over input.
  package func wait(for descriptor: Int32, milliseconds: Int32) -> Event {
    var entries = [
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while unsafe poll(&entries, 2, milliseconds) < 0, errno == EINTR {}
    var number: UInt8 = 0
    if entries[0].revents != 0, unsafe read(signals, &number, 1) == 1 { return .signal(Int32(number)) }
    return entries[1].revents != 0 ? .input : .quiet
  }

  /// Ends the process by a signal, so that the parent process can see it.
  package static func end(by number: Int32) -> Never {
    _ = signal(number, SIG_DFL)
    _ = raise(number)
    exit(128 + number)
  }
}

/// The pipe that the signal handler writes signal numbers to.
nonisolated(unsafe) private var signalPipe: CInt = -1

/// Runs inside a signal handler: only write(2) may be called.
private func noteSignal(_ number: CInt) {
  var byte = UInt8(truncatingIfNeeded: number)
  let code = errno
  _ = unsafe write(signalPipe, &byte, 1)
  errno = code
}
