internal import AppleLayout
internal import CrashModel
internal import Jobs
internal import Rendering
internal import System
internal import Triage

/// What a terminal shows last, below the reports: the answer to one report, a line for each of several.
struct TerminalAnswer: Sendable {
  private var reports: [(name: String, answers: SymbolicatedReport)] = []
  private var count = 0

  /// Whether there is nothing to show.
  var isEmpty: Bool { count == 0 }

  /// Takes the reports of an input.
  mutating func take(_ outcome: ReportOutcome) {
    count += outcome.answers.count
    for answers in outcome.answers.prefix(AnswerText.limit - min(reports.count, AnswerText.limit)) {
      reports.append((name: outcome.path == "-" ? "standard input" : outcome.path, answers: answers))
    }
  }

  /// Returns the answer after an empty line.
  func text(_ manners: TerminalSettings) -> [UInt8] {
    guard let first = reports.first else { return [] }
    let answer =
      count == 1 ? AnswerText(first.answers, width: Self.width) : AnswerText(reports, count: count, width: Self.width)
    return [UInt8(ascii: "\n")] + manners.painted(answer.text)
  }

  /// Returns the head of the summary of a directory, and how to get the reports.
  func head(of summary: Summary, _ manners: TerminalSettings) -> [UInt8] {
    manners.painted(SummaryText(width: Self.width, limit: 5, detail: .head).styled(summary)) + Array(Self.advice.utf8)
  }

  private static let advice = """

    To get the reports:  symbolicate PATH -o DIRECTORY
                         or through a pipe: symbolicate PATH | less
    For more groups:     symbolicate summarize PATH

    """

  private static var width: Int { Environment.terminalColumns ?? 100 }
}
