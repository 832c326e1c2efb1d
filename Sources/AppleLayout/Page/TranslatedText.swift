/// The parts of a report that Apple's text layout prints around the call stacks, already in Apple's words. The front of the
/// module `AppleLayout`.
///
/// In: a `SymbolicatedReport`. A JSON format (`layout` of `FormatReader`) makes these parts, or `ModelTranslation` does, from the
/// model alone. Out: lines. `FrameLines` in `Frames` formats the frames between the parts, `FrameText` the text of one frame; the
/// types in `Columns` align them, those in `Page` format registers, images and details.
///
/// The whole text, every line ended by a line feed: 1. `preamble`; 2. for each backtrace of kind `lastException` or
/// `applicationSpecific`: its `backtraceHeaders` lines, its frames, an empty line; 3. for each thread: its `threadHeaders` lines,
/// its frames, an empty line; 4. the other backtraces and the call trees, in the same way; 5. `threadState`, `images`,
/// `epilogue`; 6. `appendix`, whose backtraces are printed only there.
///
/// All other empty lines are part of these texts: a renderer adds none.
package struct TranslatedText: Sendable {
  /// The layout of frames and thread headers.
  package enum Style: Sendable {
    /// iOS, tvOS and watchOS: the thread's name on its own line (`Thread 0 name: ...`).
    case embedded
    /// macOS: the thread's name after the header (`Thread 0 Crashed:: ...`).
    case desktop
  }

  /// A part of the end of the text.
  package enum Piece: Sendable {
    /// Lines of text.
    case lines([String])
    /// A backtrace of the report, by its position: its `backtraceHeaders` lines and its frames, without an empty line. Prints
    /// nothing if it has no frames.
    case backtrace(Int)
  }

  /// The layout of thread headers.
  package var style: Style
  package var frameLayout = FrameLayout.tabbed
  /// The lines before the first call stack: header, exception, termination, information, including the empty line after them.
  package var preamble: [String]
  /// One entry per thread of the report: the lines above its frames.
  package var threadHeaders: [[String]] = []
  /// One entry per backtrace of the report: the lines above its frames.
  package var backtraceHeaders: [[String]] = []
  /// The lines between the last thread and the image list: registers and the like, including the empty lines around them.
  package var threadState: [String]
  /// The image list with its heading: whole lines as bytes, since there are hundreds.
  package var images: [UInt8] = []
  /// The lines after the image list, including the empty lines before them.
  package var epilogue: [String]
  /// Lines of the last section, `OtherText`, before those of the values that no field of the model has.
  package var rest: [String] = []
  /// Everything after that, with the call stacks among it.
  package var appendix: [Piece] = []

  /// Inserts a line before all others of "Application Specific Information", a section that is added if it is missing.
  package mutating func insert(information line: String) {
    let heading = "Application Specific Information:"
    if let position = preamble.firstIndex(of: heading) {
      if !preamble[position...].contains(line) { preamble.insert(line, at: position + 1) }
    } else {
      preamble += [heading, line, ""]
    }
  }

  /// Appends a section, which begins with an empty line, at the end of the text.
  package mutating func append(section lines: [String]) {
    guard !lines.isEmpty else { return }
    let end = ["", "EOF", ""]
    if !appendix.isEmpty {
      appendix.append(.lines(lines))
    } else if epilogue.suffix(end.count) == end[...] {
      epilogue.replaceSubrange((epilogue.count - end.count)..., with: lines + end)
    } else {
      epilogue += epilogue.last == "" ? Array(lines.dropFirst()) : lines
    }
  }

  /// Combines the parts.
  package init(style: Style, preamble: [String] = [], threadState: [String] = [], epilogue: [String] = []) {
    self.style = style
    self.preamble = preamble
    self.threadState = threadState
    self.epilogue = epilogue
  }
}
