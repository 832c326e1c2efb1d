internal import Changes
internal import Jobs
internal import Pages
internal import Rendering
internal import System
internal import Triage

/// Prints a summary in the form that the options request.
struct SummaryView {
  private let options: Options
  private let files: OutputFiles
  private let baseline: BaselineSummary?
  private let changes: ChangeSearch?
  private let manners: TerminalSettings

  /// Prepares to print summaries. `baseline` has the groups that are known already, or is nil without one; `changes` is the repository of
  /// the app.
  init(_ options: Options, _ files: OutputFiles, baseline: BaselineSummary?, changes: ChangeSearch? = nil) {
    self.changes = changes
    self.options = options
    manners = TerminalSettings(options, writesToFile: options.output.map { $0 != "-" } ?? false)
    self.files = files
    self.baseline = baseline
  }

  /// Returns the summary that `--baseline` names, or nil without that option. Throws if the file is not a summary.
  static func baseline(_ options: Options) throws(UsageError) -> BaselineSummary? {
    guard let path = options.triage.baseline else { return nil }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.contents(of: path, orPipe: true)
    } catch {
      throw UsageError("option '--baseline': \(path): \(error.message)", command: options.command)
    }
    guard let found = SummaryBaseline.read(bytes) else {
      throw UsageError(
        "option '--baseline': \(path) is no summary; `symbolicate summarize -f json` makes one", command: options.command)
    }
    return found
  }

  /// Prints the summary so far. Returns the exit code.
  func show(_ builder: SummaryBuilder) -> Int32 {
    let filter = Summary.Filter(since: options.triage.since, until: options.triage.until, app: options.triage.app)
    var summary = Summary(builder, filter: filter, baseline: baseline)
    if let changes { suspect(&summary, changes) }
    return ExitCode.worst(of: [print(summary, builder, filter), gate(summary)])
  }

  /// Adds the suspected changes of the groups that are shown.
  private func suspect(_ summary: inout Summary, _ changes: ChangeSearch) {
    if options.triage.pivot != nil { return }
    if let wanted = options.triage.explained {
      var shown = summary
      shown.groups = GroupSummary.named(by: wanted, among: summary.groups)
      summary.suspicions = changes.suspicions(of: shown, among: summary)
      return
    }
    let isWhole = [.json, .html, .sarif, .junit, .github].contains(options.summaryFormat ?? .text)
    let limit = options.triage.top ?? (options.summaryFormat == .brief ? Self.briefGroups : Self.rows)
    summary.suspicions = changes.suspicions(of: summary, among: summary, limit: isWhole ? .max : limit)
  }

  /// Returns 3 and says why if `--fail-on` has found what it names.
  private func gate(_ summary: Summary) -> Int32 {
    if options.triage.failOn == .regression, summary.health == nil {
      StandardStreams.report("option '--fail-on regression': no sessions were counted; name files of sessions with --sessions")
      return ExitCode.usage
    }
    guard let lines = options.triage.failOn?.failures(summary), !lines.isEmpty else { return ExitCode.success }
    StandardStreams.say(lines: ["symbolicate: " + lines[0]] + lines.dropFirst())
    return ExitCode.unresolvedFrames
  }

  private func print(_ summary: Summary, _ builder: SummaryBuilder, _ filter: Summary.Filter) -> Int32 {
    if let wanted = options.triage.explained { return explain(wanted, summary) }
    if let subject = options.triage.pivot {
      let owners = subject == .owner ? changes?.owners(of: summary) ?? [:] : [:]
      let rows = SummaryPivot(builder, by: subject, filter: filter, owners: owners)
      return printText(SummaryText(width: width, limit: options.triage.top ?? Self.rows).text(rows))
    }
    switch options.summaryFormat ?? .text {
    case .json: return write(SummaryJSON().json(summary, builder))
    case .markdown: return write(SummaryMarkdown(limit: options.triage.top ?? Self.rows).text(summary))
    case .github: return write(GitHubAnnotations().text(summary), stepSummary(summary))
    case .sarif: return write(SARIF(version: Version.text).json(summary, isCompared: baseline != nil))
    case .junit: return write(JUnit().xml(summary))
    case .brief:
      let groups = summary.groups.prefix(options.triage.top ?? Self.briefGroups).map { BriefText().text($0, of: summary) }
      let rest = [BriefText().health(summary), BriefText().changes(summary)].filter { !$0.isEmpty }
      return printText((groups + rest).joined(separator: "\n"))
    case .html: return write(SummaryPage().page(summary, builder, filter: filter))
    case .text:
      let detail: SummaryText.Detail = options.has(.verbose) ? .verbose : manners.isQuiet ? .quiet : .usual
      let text = SummaryText(width: width, limit: options.triage.top ?? Self.rows, detail: detail)
      return write(manners.painted(text.styled(summary)))
    }
  }

  /// Explains the groups that `wanted` names.
  private func explain(_ wanted: String, _ summary: Summary) -> Int32 {
    let groups = GroupSummary.named(by: wanted, among: summary.groups)
    guard !groups.isEmpty else {
      StandardStreams.report("option '--explain': no group \(wanted); name one as the summary prints it")
      return ExitCode.usage
    }
    if options.summaryFormat == .brief {
      return printText(groups.map { BriefText().text($0, of: summary) }.joined(separator: "\n"))
    }
    return printText(groups.map { SummaryExplanation().text($0, of: summary) }.joined(separator: "\n"))
  }

  /// Appends Markdown to the summary of the step if GitHub Actions runs it. Returns the exit code.
  private func stepSummary(_ summary: Summary) -> Int32 {
    guard let path = Environment.variable("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return ExitCode.success }
    let room = GitHubAnnotations.summaryLimit - (FileSystem.status(path)?.size ?? 0)
    do throws(OutputError) {
      try files.append(Array(GitHubAnnotations().stepSummary(summary, limit: room).utf8), to: path)
      return ExitCode.success
    } catch {
      StandardStreams.report("$GITHUB_STEP_SUMMARY: \(path): \(error.reason)")
      return ExitCode.unwritable
    }
  }

  private func write(_ text: String, _ code: Int32 = ExitCode.success) -> Int32 {
    ExitCode.worst(of: [write(Array(text.utf8)), code])
  }

  /// Writes a result to the file of `--output`, else to standard output. Returns the exit code.
  private func write(_ bytes: [UInt8]) -> Int32 {
    guard let path = options.output, path != "-" else { return StandardStreams.printResult(bytes) }
    do throws(OutputError) {
      try files.write(bytes, to: path)
      return ExitCode.success
    } catch {
      StandardStreams.report("\(path): \(error.reason)")
      return ExitCode.unwritable
    }
  }

  private func printText(_ text: String) -> Int32 { write(Array(text.utf8)) }

  /// The most groups in a table, unless the user says how many.
  private static let rows = 20

  /// The most groups of the brief form, unless the user says how many.
  private static let briefGroups = 5

  private var width: Int { Environment.terminalColumns ?? 100 }
}
