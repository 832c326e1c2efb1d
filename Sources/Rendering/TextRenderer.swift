public import CrashModel
import SymbolModel

/// Writes reports in the layout of Apple's own text reports, for input that is no text.
public struct TextRenderer: Sendable {
  /// How frames are worded.
  public var style: FrameStyle
  /// Whether only the crashed threads are written, where a report has one.
  public var onlyCrashed: Bool

  /// Prepares to write reports.
  public init(style: FrameStyle = FrameStyle(), onlyCrashed: Bool = false) {
    self.style = style
    self.onlyCrashed = onlyCrashed
  }

  /// One report. `translation` is what its reader says around the call stacks; nil for formats that have no translation of
  /// their own, for which the known facts are printed.
  public func text(_ answers: SymbolicatedReport, translation: TranslatedText?) -> [UInt8] {
    let report = answers.report
    let translation = translation ?? FactsText.translation(of: report)
    var lines = translation.preamble
    let frames = FrameLines(answers, style: style)
    for backtrace in report.backtraces {
      lines.append("")
      lines.append(Self.title(of: backtrace))
      lines += frames.lines(in: backtrace.frames)
    }
    for thread in shownThreads(report) {
      lines.append("")
      lines += Self.header(of: thread, translation.style)
      lines += frames.lines(in: thread.frames)
    }
    for tree in report.callTrees { lines += [""] + Self.lines(of: tree, frames) }
    if !translation.threadState.isEmpty { lines += ["", ""] + translation.threadState }
    if !report.images.isEmpty {
      lines += ["", "Binary Images:"]
      lines += report.images.map { ImageLine.text(of: $0, translation.style) }
    }
    if !translation.epilogue.isEmpty { lines += [""] + translation.epilogue }
    return bytes(of: lines)
  }

  private func shownThreads(_ report: CrashReport) -> [CrashThread] {
    onlyCrashed && report.threads.contains(where: \.crashed) ? report.threads.filter(\.crashed) : report.threads
  }

  /// Joins lines. A line end inside a line, which a hostile debug file or report may hold, stays one line.
  private func bytes(of lines: [String]) -> [UInt8] {
    var result: [UInt8] = []
    for line in lines {
      for unit in line.utf8 { result.append(unit == UInt8(ascii: "\n") || unit == UInt8(ascii: "\r") ? UInt8(ascii: " ") : unit) }
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }

  // MARK: Headers

  private static func title(of backtrace: Backtrace) -> String {
    switch backtrace.kind {
    case .lastException: "Last Exception Backtrace:"
    case .applicationSpecific: "Application Specific Backtrace \(backtrace.index):"
    case .recrash: "Recrash Backtrace:"
    case .callStack: "Call Stack \(backtrace.index):"
    }
  }

  /// `Thread 0 name:   Dispatch queue: main` above `Thread 0 Crashed:` on iOS, `Thread 0 Crashed::  Dispatch queue: main` on
  /// macOS.
  private static func header(of thread: CrashThread, _ style: TranslatedText.Style) -> [String] {
    let title = "Thread \(thread.index)\(thread.crashed ? " Crashed" : ""):"
    guard thread.name != nil || thread.queue != nil else { return [title] }
    let name = (thread.name ?? "") + (thread.queue.map { " Dispatch queue: \($0)" } ?? "")
    switch style {
    case .embedded: return ["Thread \(thread.index) name:  \(name)", title]
    case .desktop: return [title + ": " + name]
    }
  }

  /// A sampled tree with one line a node, indented by its depth.
  private static func lines(of tree: CallTree, _ frames: FrameLines) -> [String] {
    var lines = [tree.name ?? "Call tree:"]
    for node in tree.nodes {
      let indent = String(repeating: "  ", count: min(node.depth, 200) + 1)
      let count = node.sampleCount.map { "\($0)  " } ?? ""
      lines += frames.texts(of: node.frame).map { indent + count + $0 }
    }
    return lines
  }
}
