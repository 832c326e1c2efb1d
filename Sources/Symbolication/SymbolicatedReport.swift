internal import AppleLayout
internal import CrashModel
internal import Rendering
internal import Reports
internal import SymbolModel

/// A report with the answers of debug files.
public struct SymbolicatedReport: Sendable {
  /// The form in which a report is rendered. More formats may be added in minor versions.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// The text of a text report with names filled in, Apple's text layout of any other one.
    case text
    /// The report's own format, edited in place.
    case original
    /// One JSON object, as docs/JSON.md describes it.
    case json
    /// GitHub-flavored Markdown.
    case markdown
    /// At most 2 KB, for chat and tickets.
    case brief
  }

  /// One frame of a call stack.
  public struct Frame: Hashable, Sendable {
    /// One function at the address: the code's own, or one that was inlined.
    public struct Function: Hashable, Sendable {
      /// The name; empty if only a line is known.
      public let name: String
      /// The path of the source file, or nil if it is unknown.
      public let file: String?
      /// The line, from 1, or nil if it is unknown or the compiler made up the code.
      public let line: Int?
      /// Whether the function was inlined into the next one.
      public let isInlined: Bool
    }

    /// The number of the frame in its stack, as reported.
    public let index: Int
    /// The address in the crashed process, or nil if the report has none.
    public let address: UInt64?
    /// The name of the image, or nil if the address is in none.
    public let imageName: String?
    /// Whether the image belongs to the app, not to the system.
    public let isInApp: Bool
    /// The functions at the address, innermost first: all but the last one are inlined into the next. Empty if no debug file
    /// names the frame.
    public let functions: [Function]
    /// The best known name: that of a debug file, else the reporter's own, else nil.
    public let symbol: String?
    /// Why no debug file names the frame, or nil if one does.
    public let reason: String?
  }

  /// The report.
  public let report: CrashReport
  /// Problems with debug files and the locations in which they were searched, one sentence each.
  public let warnings: [String]
  private let answer: CrashModel.SymbolicatedReport

  init(_ report: CrashReport, _ answer: CrashModel.SymbolicatedReport, warnings: [String]) {
    self.report = report
    self.answer = answer
    self.warnings = warnings
  }

  /// The call stack that shows where the event happened: that of the last exception, else of the crashed thread, else of the
  /// first thread. Empty if the report has no call stack.
  public var primaryFrames: [Frame] { answer.focusedStacks.first.map { $0.map(frame) } ?? [] }

  /// The number of frames of the app's images, and how many of them have a name of a debug file.
  public var appFrameCounts: (resolved: Int, total: Int) {
    let tally = FrameTally(answer)
    return (tally.resolvedAppFrames, tally.appFrames)
  }

  /// The images of the app that have frames and no usable debug file, in the order of the report.
  public var missingDebugFiles: [MissingDebugFile] {
    let tally = FrameTally(answer)
    return tally.imagesWithoutSymbols(of: answer).map { position in
      MissingDebugFile(
        answer.report.images[position], reason: answer.reason(ofImage: position), frames: tally.framesByImage[position])
    }
  }

  /// An identifier of the issue: reports with the same one have the same app, kind of failure and crashing functions. It rests on
  /// names, so it changes when missing debug files are added.
  public var group: String? { answer.triage?.group }

  /// The probable causes, best first, as sentences of advice; empty if no rule matches.
  public var causes: [String] { answer.triage?.causes.map(\.advice) ?? [] }

  /// Returns the report in a format as UTF-8, except that the original format keeps all other bytes of the input.
  public func bytes(as format: Format) -> [UInt8] {
    let document = report.origin.document
    return switch format {
    case .text: document.text(of: [answer]) { TextRenderer().text($0, translation: $1) }.bytes
    case .original: document.filled(with: [answer], style: FrameStyle()).bytes
    case .json: JSONRenderer().json([answer])
    case .markdown: MarkdownRenderer(style: FrameStyle()).markdown([answer])
    case .brief: Array(BriefText().text(answer).utf8)
    }
  }

  /// Returns the report in a format as a string; bytes that are not UTF-8 are replaced.
  public func text(as format: Format) -> String { String(decoding: bytes(as: format), as: UTF8.self) }

  private func frame(_ position: Int) -> Frame {
    let (frame, resolution) = (answer.report.frames[position], answer.resolutions[position])
    let image = frame.image.flatMap { answer.report.images.indices.contains($0) ? answer.report.images[$0] : nil }
    return Frame(
      index: frame.index, address: frame.address?.value, imageName: image?.name ?? frame.imageName,
      isInApp: answer.isInApp(position), functions: resolution.sources.map(Frame.Function.init),
      symbol: resolution.sources.last.map(\.function) ?? resolution.symbol ?? frame.reported?.symbol,
      reason: answer.reason(ofFrame: position))
  }
}

extension SymbolicatedReport.Frame.Function {
  init(_ source: SourceFrame) {
    self.init(name: source.function, file: source.file, line: source.line.map { Int($0) }, isInlined: source.inlined)
  }
}
