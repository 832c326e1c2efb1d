import AppleLayout
import CrashModel
import SymbolModel

/// Writes lines of source files in Markdown, below the stack that they belong to.
enum MarkdownExcerpt {
  /// Returns a title and a fence, after an empty line, or nothing if the excerpt belongs to another stack. The path of the source
  /// file is left out: it is that of the machine that symbolicates.
  static func lines(below stack: Range<Int>, of answers: SymbolicatedReport, _ style: FrameStyle) -> [String] {
    guard let (shown, position) = answers.focusedExcerpt, shown == stack, let excerpt = answers.excerpts[position] else {
      return []
    }
    let source = answers.resolutions[position.frame].sources[position.source]
    let place = FrameText.place(of: source, answers.resolutions[position.frame], style)?.text ?? "?"
    let link = source.url.map { MarkdownText.link(place, $0) } ?? MarkdownText.code(place)
    let age = excerpt.isNewerThanDebugFile == true ? ", which is newer than the debug file" : ""
    let title = "Frame \(answers.report.frames[position.frame].index), \(MarkdownText.code(source.function)) in \(link)\(age)"
    return ["", title, ""] + MarkdownText.fence(ExcerptText.numbered(excerpt), language: language(of: source.file ?? ""))
  }

  /// Returns the language name with which sites choose colors.
  private static func language(of file: String) -> String {
    let languages = [
      ".swift": "swift", ".m": "objc", ".mm": "objc", ".c": "c", ".h": "cpp", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp",
      ".hpp": "cpp", ".rs": "rust", ".ts": "ts", ".tsx": "tsx", ".js": "js", ".jsx": "jsx",
    ]
    return languages.first { file.hasSuffix($0.key) }?.value ?? ""
  }
}
