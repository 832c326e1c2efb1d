internal import Changes
internal import MCPServer
internal import Synchronization
internal import System

/// `symbolicate mcp`: a server of the Model Context Protocol on standard input and output, one message a line.
final class MCPCommand: Sendable {
  /// The longest message.
  private static let longestLine = 4 << 20
  /// The number of calls that are answered at the same time.
  private static let threads = 4

  private struct State: Sendable {
    var waiting: [ToolCall] = []
    var running = 0
    var failure: SystemError?
  }

  private let server: ProtocolServer
  private let state = Mutex(State())
  private let output = Mutex(0)
  private let ended = Semaphore(value: 0)

  /// Runs the command and returns the exit code. Throws if no directory may be read.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    if let word = options.operands.first { throw UsageError("unexpected argument '\(word)'", command: .mcp) }
    guard !options.allowed.isEmpty else {
      throw UsageError("no readable directory; pass --allow DIR", command: .mcp)
    }
    for folder in options.allowed where FileSystem.status(folder)?.kind != .directory {
      throw UsageError("option '--allow': \(folder) is not a directory", command: .mcp)
    }
    return MCPCommand(options, try ChangeSearch(options)).serve()
  }

  private init(_ options: Options, _ changes: ChangeSearch?) {
    server = ProtocolServer(
      allowed: options.allowed, symbols: options.symbols, store: options.store, version: Version.text, changes: changes,
      readsVariables: options.has(.values))
  }

  /// Answers messages until standard input ends, and then those that are being answered.
  private func serve() -> Int32 {
    var source = LineSource(limit: Self.longestLine)
    while state.withLock({ $0.failure == nil }), let line = source.next() {
      guard let bytes = line.bytes else {
        print(server.refuse("a message of more than \(Self.longestLine >> 20) MB"))
        continue
      }
      switch server.receive(bytes) {
      case .nothing: break
      case .answer(let answer): print(answer)
      case .work(let call): start(call)
      }
    }
    while state.withLock({ $0.running > 0 }) { ended.wait() }
    if let failure = source.failure { StandardStreams.report("standard input: \(failure.message)") }
    if let failure = state.withLock({ $0.failure }) {
      StandardStreams.report("standard output: \(failure.message)")
      return ExitCode.unwritable
    }
    return source.failure == nil ? ExitCode.success : ExitCode.unreadable
  }

  private func start(_ call: ToolCall) {
    let starts = state.withLock { state in
      guard state.running < Self.threads else {
        state.waiting.append(call)
        return false
      }
      state.running += 1
      return true
    }
    guard starts else { return }
    // Without a thread the call is answered here.
    if !DetachedThread.start({ self.work(call) }) { work(call) }
  }

  /// Answers a call, and then those that wait.
  private func work(_ first: ToolCall) {
    var next: ToolCall? = first
    while let call = next {
      if let answer = call.answer() { print(answer) }
      server.finish(call)
      next = state.withLock { state in
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        state.running -= 1
        return nil
      }
    }
    ended.signal()
  }

  private func print(_ line: [UInt8]) {
    output.withLock { _ in
      do throws(SystemError) {
        try StandardStreams.print(line)
      } catch {
        state.withLock { $0.failure = error }
      }
    }
  }
}
