internal import AppleLayout
internal import Answering
internal import Jobs
internal import Redaction
internal import Rendering
internal import Reports
internal import SymbolStore
internal import Synchronization
internal import System
internal import Workers

/// `symbolicate filter`: copies a log and symbolicates the call stacks in it.
final class FilterCommand: Sendable {
  /// A filter that is used by one thread at a time.
  private final class Turn: Sendable {
    let filter: Mutex<LogFilter>

    init(_ filter: sending LogFilter) { self.filter = Mutex(filter) }
  }

  /// The output for a part of the stream.
  private struct Copy: Sendable {
    var output: LogFilter.Output
    /// The reason why the part was copied unchanged, or nil if it was not given up.
    var failure: String?
  }

  private struct Record: Sendable {
    var said: Set<String> = []
    var failure: SystemError?
  }

  private let options: Options
  private let symbolication: SymbolicationOptions
  private let source: FilterSource
  private let turn: Mutex<Turn>
  private let record = Mutex(Record())
  /// Redacts the lines between reports, or nil to keep them.
  private let redaction: RedactionStream?

  /// Runs the command until the input or a signal ends it. Returns the exit code.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    if let file = SortedOperands(options.operands).reports.first(where: { FileSystem.status($0)?.kind == .file }) {
      throw UsageError(
        "\(file) is no debug file, and text comes from standard input: symbolicate filter < \(file)", command: .filter)
    }
    // As for several reports, a separate process reads debug files, which a damaged one may crash.
    let symbolication = try RunPlan.symbolication(options, reports: 2)
    do throws(SystemError) {
      return FilterCommand(options, symbolication, try FilterSource(keepsLinesWhole: symbolication.redactor != nil)).run()
    } catch {
      StandardStreams.report("standard output: \(error.message)")
      return ExitCode.unwritable
    }
  }

  private init(_ options: Options, _ symbolication: SymbolicationOptions, _ source: FilterSource) {
    self.options = options
    self.symbolication = symbolication
    self.source = source
    turn = Mutex(Turn(Self.filter(options, symbolication)))
    redaction = symbolication.redactor.map { RedactionStream($0) }
  }

  private static func filter(_ options: Options, _ symbolication: SymbolicationOptions) -> LogFilter {
    let places = options.searchPaths(with: options.operands)
    return LogFilter(
      places, options: symbolication, style: FrameStyle(fullPaths: options.has(.fullPaths)),
      wording: options.has(.quiet) ? nil : DiagnosticsText(isVerbose: options.has(.verbose)))
  }

  private func run() -> Int32 {
    for warning in turn.withLock({ $0 }).filter.withLock({ $0.readNamedPlaces() }) { say(warning) }
    let limit = options.timeLimit.forWork { (piece: FilterSource.Piece) in
      piece.range.count
    } giveUp: { _, piece in
      self.giveUp(piece)
    }
    OrderedWork(jobs: 1).run(limit: limit) {
      self.source.next()
    } work: { _, piece in
      Copy(output: self.symbolicated(piece))
    } finish: { copy in
      self.write(copy)
    }
    if let redaction { write(Copy(output: LogFilter.Output(unchanged: redaction.flush()))) }
    return code
  }

  private var code: Int32 {
    if let error = record.withLock({ $0.failure }) {
      StandardStreams.report("standard output: \(error.message)")
      return ExitCode.unwritable
    }
    if let error = source.failure {
      StandardStreams.report("standard input: \(error.message)")
      return ExitCode.unreadable
    }
    if let signal = source.signal { Interruption.end(by: signal) }
    return ExitCode.success
  }

  // MARK: Parts

  private func symbolicated(_ piece: FilterSource.Piece) -> LogFilter.Output {
    if case .plain(let bytes) = piece.part { return LogFilter.Output(unchanged: redaction?.redact(bytes) ?? bytes) }
    let before = redaction?.flush() ?? []
    let output = filtered(piece)
    return LogFilter.Output(bytes: before + output.bytes, messages: output.messages, warnings: output.warnings)
  }

  private func filtered(_ piece: FilterSource.Piece) -> LogFilter.Output {
    turn.withLock { $0 }.filter.withLock { filter in
      switch piece.part {
      case .plain(let bytes): LogFilter.Output(unchanged: bytes)
      case .stacks(let bytes, let context): filter.symbolicated(bytes, context: context)
      case .report(let bytes): filter.symbolicated(report: bytes)
      }
    }
  }

  /// Copies a part unchanged. The thread that does not finish it keeps the filter; the next thread gets another.
  private func giveUp(_ piece: FilterSource.Piece) -> Copy {
    if case .plain(let bytes) = piece.part { return Copy(output: unchanged(bytes)) }
    let fresh = Turn(Self.filter(options, symbolication))
    turn.withLock { $0 = fresh }
    let reason = options.timeLimit.reason(bytes: piece.range.count)
    let place = "bytes \(piece.range.lowerBound + 1) to \(piece.range.upperBound)"
    return Copy(
      output: unchanged(piece.bytes),
      failure: "standard input: \(place) were copied unchanged: \(reason)")
  }

  /// Returns bytes without changes other than those of `--redact`.
  private func unchanged(_ bytes: [UInt8]) -> LogFilter.Output {
    LogFilter.Output(unchanged: symbolication.redactor?.redact(bytes) ?? bytes)
  }

  private func write(_ copy: Copy) {
    do throws(SystemError) {
      try StandardStreams.print(copy.output.bytes)
    } catch {
      record.withLock { $0.failure = $0.failure ?? error }
      return source.stop()
    }
    for warning in copy.output.warnings { say(warning) }
    if let failure = copy.failure { StandardStreams.report(failure) }
    say(copy.output.messages)
  }

  // MARK: Messages

  /// Reports missing debug files, each message once.
  private func say(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    let isNew = record.withLock { record in
      if record.said.count > Self.maxRemembered { record.said = [] }
      return record.said.insert(lines.joined(separator: "\n")).inserted
    }
    if isNew || options.has(.verbose) { StandardStreams.say(lines: lines) }
  }

  private func say(_ warning: SearchWarning) { StandardStreams.report("\(warning.path): \(warning.reason)") }

  private static let maxRemembered = 1000
}
