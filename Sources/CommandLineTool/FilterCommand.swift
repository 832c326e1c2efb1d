internal import CrashModel
internal import Engine
internal import Rendering
internal import Reports
internal import SymbolStore
internal import System

/// `symbolicate filter`: copies a log and symbolicates the call stacks in it.
struct FilterCommand {
  private let filter: LogFilter
  private let isQuiet: Bool
  private let isVerbose: Bool
  private var splitter = LogSplitter()
  private var said: Set<String> = []

  /// Runs the command until the input ends; the exit code.
  static func run(_ options: RawOptions) throws(UsageError) -> Int32 {
    var command = FilterCommand(options, try RunPlan.answers(options, reports: 1))
    do throws(SystemError) {
      try command.copy()
      return ExitCode.success
    } catch {
      StandardStreams.report("\(error.operation == "read" ? "standard input" : "standard output"): \(error.message)")
      return error.operation == "read" ? ExitCode.unreadable : ExitCode.unwritable
    }
  }

  private init(_ options: RawOptions, _ answers: SymbolicationOptions) {
    var places = SearchPlaces(symbols: options.symbols + options.operands, store: options.store)
    places.debuginfodIsWanted = options.has(.debuginfod)
    let style = FrameStyle(fullPaths: options.has(.fullPaths))
    filter = LogFilter(places, options: answers, style: style)
    isQuiet = options.has(.quiet)
    isVerbose = options.has(.verbose)
  }

  // MARK: The stream

  private mutating func copy() throws(SystemError) {
    for warning in filter.readNamedPlaces() { say(warning) }
    while true {
      if let patience, !FileSystem.waitForInput(on: 0, milliseconds: patience) {
        try write(splitter.flush())
        continue
      }
      let bytes = try FileSystem.readAvailable(from: 0, limit: 1 << 18)
      guard !bytes.isEmpty else { break }
      try write(splitter.take(bytes))
    }
    try write(splitter.flush())
  }

  /// How long, in milliseconds, what is held back waits for what comes next; nil when nothing is.
  private var patience: Int32? {
    switch splitter.held {
    case .nothing: nil
    case .line: 50
    case .frames: 250
    case .backtrace: 2000
    }
  }

  private mutating func write(_ parts: [LogSplitter.Part]) throws(SystemError) {
    for part in parts {
      switch part {
      case .plain(let bytes): try StandardStreams.print(bytes)
      case .stacks(let bytes, let context):
        let output = filter.symbolicated(bytes, context: context)
        try StandardStreams.print(output.bytes)
        for warning in output.warnings { say(warning) }
        say(output.answers)
      }
    }
  }

  // MARK: Messages

  /// Says what is missing, each thing once.
  private mutating func say(_ answers: [SymbolicatedReport]) {
    guard !isQuiet else { return }
    let wording = DiagnosticsText(isVerbose: isVerbose)
    for report in answers {
      let lines = wording.lines(report)
      // A summary alone says nothing that the log does not show.
      guard isVerbose || lines.count > 1 else { continue }
      let key = lines.joined(separator: "\n")
      if said.count > Self.mostRemembered { said = [] }
      if isVerbose || said.insert(key).inserted { StandardStreams.say(key + "\n") }
    }
  }

  private func say(_ warning: SearchWarning) { StandardStreams.report("\(warning.path): \(warning.reason)") }

  private static let mostRemembered = 1000
}
