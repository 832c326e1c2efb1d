import AppleLayout
import CrashModel

/// Writes the variables of a frame in Markdown, below the stack that the frame belongs to.
enum MarkdownVariables {
  /// Returns a fence, after an empty line, or nothing if the variables belong to another stack.
  static func lines(below stack: Range<Int>, of answers: SymbolicatedReport) -> [String] {
    let lines = VariableText.lines(below: stack, of: answers).drop { $0.isEmpty }
    return lines.isEmpty ? [] : [""] + MarkdownText.fence(Array(lines))
  }
}
