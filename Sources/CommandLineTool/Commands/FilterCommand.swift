internal import AppleLayout
internal import Engine
internal import Rendering
internal import Reports
internal import SymbolStore
internal import System

/// `symbolicate filter`: copies a log and symbolicates the call stacks in it.
struct FilterCommand {
  private let filter: LogFilter
  private let isVerbose: Bool
  private var splitter = LogSplitter()
  private var said: Set<String> = []

  /// Runs the command until the input or a signal ends it. Returns the exit code.
  static func run(_ options: RawOptions) throws(UsageError) -> Int32 {
    // As for several reports, a separate process reads debug files, which a damaged one may crash.
    var command = FilterCommand(options, try RunPlan.symbolication(options, reports: 2))
    do throws(SystemError) {
      if let signal = try command.copy() { Interruption.end(by: signal) }
      return ExitCode.success
    } catch {
      StandardStreams.report("\(error.operation == "read" ? "standard input" : "standard output"): \(error.message)")
      return error.operation == "read" ? ExitCode.unreadable : ExitCode.unwritable
    }
  }

  private init(_ options: RawOptions, _ symbolication: SymbolicationOptions) {
    var places = SearchPaths(symbols: options.symbols + options.operands, store: options.store)
    places.debuginfodIsWanted = options.has(.debuginfod)
    isVerbose = options.has(.verbose)
    filter = LogFilter(
      places, options: symbolication, style: FrameStyle(fullPaths: options.has(.fullPaths)),
      wording: options.has(.quiet) ? nil : DiagnosticsText(isVerbose: isVerbose))
  }

  // MARK: The stream

  /// Copies until the input ends. Returns the signal that requested the end, if there was one. After a signal, writes at once
  /// what was read, and then what earlier programs of the pipeline, which get the same signal, still print as they end.
  private mutating func copy() throws(SystemError) -> Int32? {
    for warning in filter.readNamedPlaces() { say(warning) }
    let interruption = try Interruption()
    var signal: Int32?
    while true {
      switch interruption.wait(for: 0, milliseconds: signal == nil ? patience : Self.lastWords) {
      case .input:
        let bytes = try FileSystem.readAvailable(from: 0, limit: 1 << 18)
        guard !bytes.isEmpty else {
          try write(splitter.flush())
          return signal
        }
        try write(splitter.take(bytes))
      case .quiet:
        try write(splitter.flush())
        if signal != nil { return signal }
      case .signal(let number):
        // The second signal of a kind does not arrive here: it ends the process as usual. A signal of another kind is as urgent.
        let isSecond = signal != nil
        signal = number
        try write(splitter.flush())
        if isSecond || Environment.isTerminal(0) { return signal }
      }
    }
  }

  /// How long, in milliseconds, last words are waited for after a signal: `$SYMBOLICATE_FILTER_GRACE` seconds, else 5.
  private static let lastWords: Int32 =
    Environment.variable("SYMBOLICATE_FILTER_GRACE").flatMap { Int32($0) }.flatMap { (0...86_400).contains($0) ? $0 : nil }
    .map { $0 * 1000 } ?? 5000

  /// The time in milliseconds that held input waits for more; negative if nothing is held.
  private var patience: Int32 {
    switch splitter.held {
    case .nothing: -1
    case .line: 50
    case .frames: 250
    case .backtrace: 2000
    }
  }

  private mutating func write(_ parts: [LogSplitter.Chunk]) throws(SystemError) {
    for part in parts {
      switch part {
      case .plain(let bytes): try StandardStreams.print(bytes)
      case .stacks(let bytes, let context): try write(filter.symbolicated(bytes, context: context))
      case .report(let bytes): try write(filter.symbolicated(report: bytes))
      }
    }
  }

  private mutating func write(_ output: LogFilter.Output) throws(SystemError) {
    try StandardStreams.print(output.bytes)
    for warning in output.warnings { say(warning) }
    say(output.messages)
  }

  // MARK: Messages

  /// Prints what is missing, each message once.
  private mutating func say(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    if said.count > Self.mostRemembered { said = [] }
    if isVerbose || said.insert(lines.joined(separator: "\n")).inserted { StandardStreams.say(lines: lines) }
  }

  private func say(_ warning: SearchWarning) { StandardStreams.report("\(warning.path): \(warning.reason)") }

  private static let mostRemembered = 1000
}
