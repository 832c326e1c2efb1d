import AppleLayout
import Bytes
package import CrashModel
import SymbolModel

/// Backtraces that LLDB and Xcode print (`bt`, `bt all`).
///
/// In: a text with `thread #1` lines and `frame #0:` lines. Out: a report with the threads, and images of which only the name is
/// known; `edit` fills names into the lines in LLDB's own format. Start with `LLDBReader`, which reads the lines of threads;
/// `LLDBFrameLine` reads one frame.
///
/// Example: ``frame #0: 0x0000000100003f5c App`___lldb_unnamed_symbol1`` becomes ``frame #0: 0x0000000100003f5c App`main at
/// main.swift:3:1``.
struct LLDBReport: FormatReader {
  static let titles = ["* thread #", "thread #", "frame #"]

  /// The text.
  let bytes: [UInt8]
  /// What was read.
  let report: CrashReport

  static let formats: [ReportFormat] = [.lldb]

  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    LLDBReader.read(candidate.bytes).map { RecognizedInput(readers: [LLDBReport(bytes: candidate.bytes, report: $0)]) }
  }

  func read(_ known: KnownImages?) -> CrashReport { report }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    let threads = answers.report.threads
    if onlyCrashed, threads.contains(where: \.crashed) {
      for thread in threads where !thread.crashed && !thread.sourceRange.isEmpty { edits.replace(thread.sourceRange, with: []) }
    }
    for (position, (frame, resolution)) in zip(answers.report.frames, answers.resolutions).enumerated() {
      guard resolution.basis == .line || resolution.basis == .symbol, wording.lines(of: position) != nil else { continue }
      let start = ByteSearch.lineStart(in: bytes.span, before: frame.replaceableRange.lowerBound, from: 0)
      edits.replace(frame.sourceRange, end: TextLines.ending(at: frame.sourceRange.upperBound, of: bytes)) { writer in
        if writer.isStyled { writer.isInApp = wording.isInApp(position) }
        writer.head.removeAll()
        writer.head.append(copying: bytes.span.extracting(start..<frame.replaceableRange.lowerBound))
        writer.write(Self.words(resolution))
        return true
      }
    }
    if edits.isStyled { for thread in threads where thread.crashed { edits.style(header(of: thread), .crashedThread) } }
    guard let note = wording.note, answers.report.frames.indices.contains(note.frame) else { return }
    let end = answers.report.frames[note.frame].sourceRange.upperBound
    var text: [UInt8] = []
    for line in note.lines {
      text += TextLines.ending(at: end, of: bytes)
      text.append(lineOf: line)
    }
    edits.replace(end..<end, with: text)
  }

  /// Returns the first line of a thread's section.
  private func header(of thread: CrashThread) -> Range<Int> {
    thread.sourceRange
      .lowerBound..<ByteSearch.lineEnd(in: bytes.span, from: thread.sourceRange.lowerBound, to: thread.sourceRange.upperBound)
  }

  /// Returns `outer [inlined] inner at Basket.swift:12:9` for inlined functions, innermost first, then `outer at main.swift:3:1`.
  private static func words(_ resolution: FrameResolution) -> [StyledText] {
    let symbol = resolution.symbol ?? resolution.sources.last?.function ?? "???"
    let offset = resolution.symbolOffset.map { " + \($0)" } ?? ""
    guard let real = resolution.sources.last else { return [line(symbol + offset)] }
    let inlined = resolution.sources.dropLast().map { line("\(symbol) [inlined] \($0.function)", $0) }
    return inlined + [line(symbol + (real.line == nil ? offset : ""), real)]
  }

  private static func line(_ words: String, _ source: SourceFrame? = nil) -> StyledText {
    var text = StyledText(Array(words.utf8))
    guard let source, let file = source.file, let line = source.line, line > 0 else { return text }
    let column = source.column.flatMap { $0 > 0 ? ":\($0)" : nil } ?? ""
    text.append(" at ".utf8)
    text.append("\(PathText.lastComponent(of: file)):\(line)\(column)".utf8, .place, link: source.url)
    return text
  }
}

extension ReportFormat {
  /// The backtraces that LLDB and Xcode print (`bt`).
  package static let lldb = ReportFormat("lldb", title: "LLDB backtrace", listing: "LLDB")
}
