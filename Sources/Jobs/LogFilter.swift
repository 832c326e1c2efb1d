package import Answering
package import AppleLayout
internal import CrashModel
internal import Reports
package import Rendering
package import SymbolStore

/// Symbolicates the call stacks in a stream of text and leaves everything else unchanged. Used by one thread at a time.
package final class LogFilter {
  /// The output for bytes of the stream.
  package struct Output: Sendable {
    package let bytes: [UInt8]
    /// The messages about the call stacks in them, one line each.
    package let messages: [String]
    /// The problems with search paths and debug files.
    package let warnings: [SearchWarning]

    /// Takes the bytes that take the place of others, with what was said of them.
    package init(bytes: [UInt8], messages: [String], warnings: [SearchWarning]) {
      self.bytes = bytes
      self.messages = messages
      self.warnings = warnings
    }

    /// Takes bytes of the stream as they are.
    package init(unchanged bytes: [UInt8]) { self.init(bytes: bytes, messages: [], warnings: []) }
  }

  private let searchPaths: SearchPaths
  private let options: SymbolicationOptions
  private let style: FrameStyle
  private let wording: DiagnosticsText?
  private let isVerbose: Bool
  private var session: ReportSession
  private var images: Set<String> = []

  /// The maximum number of cached images; beyond it, all are dropped, so that a run of months does not grow.
  private static let maxImages = 1024

  /// Searches debug files in `searchPaths`. `wording` formats the messages, or nil for none.
  package init(_ searchPaths: SearchPaths, options: SymbolicationOptions, style: FrameStyle, wording: DiagnosticsText?) {
    self.searchPaths = searchPaths
    self.options = options
    self.style = style
    self.wording = wording
    isVerbose = wording?.isVerbose ?? false
    session = ReportSession(Symbolicator(SymbolFinder(searchPaths), options: options), isLog: true)
  }

  /// Reads the directories that the user named now, so that the first call stack does not wait for it.
  ///
  /// - Returns: their problems.
  package func readNamedPlaces() -> [SearchWarning] { session.symbolicator.readNamedPlaces() }

  /// Returns lines with call stacks, with names filled in. Lines that no debug file names stay as they are.
  package func symbolicated(_ lines: [UInt8], context: [UInt8]) -> Output {
    let (lines, context) = (session.reader.redacted(lines), session.reader.redacted(context))
    guard let document = ReportDocument(readingLog: context + lines) else {
      return Output(unchanged: lines)
    }
    return filled(document, dropping: context.count)
  }

  /// Returns what may be a whole report, in its own format and with names filled in.
  package func symbolicated(report bytes: [UInt8]) -> Output {
    do throws(ReportError) {
      return filled(try session.reader.read(bytes), dropping: 0)
    } catch {
      return symbolicated(bytes, context: [])
    }
  }

  private func filled(_ document: ReportDocument, dropping count: Int) -> Output {
    forgetIfFull()
    let answers = session.answer(document, path: "-", folder: nil)
    for answer in answers.reports { images.formUnion(answer.report.images.map { $0.idText ?? $0.name ?? "" }) }
    let filled = document.filled(with: answers.reports, style: style).bytes
    return Output(bytes: Array(filled.dropFirst(count)), messages: answers.reports.flatMap(messages), warnings: answers.warnings)
  }

  /// A summary alone has no information that the log does not show, and a single line with an address in it is hardly a call
  /// stack.
  private func messages(_ answers: SymbolicatedReport) -> [String] {
    guard let wording else { return [] }
    let lines = wording.lines(answers)
    // Logs of other programs have JavaScript, too: only who has source maps misses them.
    let isScriptOnly = answers.report.frames.allSatisfy { $0.kind == .javaScript || $0.kind == .omitted }
    if isScriptOnly, options.sourceMaps?.isEmpty ?? true, !isVerbose { return [] }
    let isStack = answers.report.frames.count > 1 || answers.resolutions.contains { $0.basis == .line || $0.basis == .symbol }
    return isVerbose || isStack && lines.count > 1 ? lines : []
  }

  private func forgetIfFull() {
    guard images.count > Self.maxImages else { return }
    images = []
    session.symbolicator = Symbolicator(SymbolFinder(searchPaths), options: options)
  }
}
