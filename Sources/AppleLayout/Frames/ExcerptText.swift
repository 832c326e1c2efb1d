package import CrashModel

/// Lays out lines of source files in text reports.
///
///     Source of frame 0, Basket.pick(_:) in shop/Basket.swift:
///     |   11    let position = index(of: name)
///     | > 12    return items[position!]
///     |   13  }
///
/// The bars keep readers of text reports from taking a line for a frame.
package enum ExcerptText {
  /// Returns the lines below a stack, after an empty one, or none if the excerpt belongs to another stack.
  package static func lines(below stack: Range<Int>, of answers: SymbolicatedReport) -> [String] {
    guard let (shown, position) = answers.focusedExcerpt, shown == stack, let excerpt = answers.excerpts[position] else {
      return []
    }
    let frame = answers.report.frames[position.frame].index
    let function = answers.resolutions[position.frame].sources[position.source].function
    let age = excerpt.isNewerThanDebugFile == true ? ", which is newer than the debug file" : ""
    return ["", "Source of frame \(frame), \(function) in \(excerpt.path)\(age):"].map(TerminalText.visible)
      + numbered(excerpt).map { "| " + $0 }
  }

  /// Returns the lines with their numbers, with the source frame's line marked: `> 12 return items[position!]`.
  package static func numbered(_ excerpt: SourceExcerpt) -> [String] {
    let width = String(excerpt.firstLine + excerpt.lines.count - 1).utf8.count
    return excerpt.lines.enumerated().map { order, line in
      let number = excerpt.firstLine + order
      let mark = number == excerpt.line ? "> " : "  "
      return mark + String(number).aligned(to: width) + (line.isEmpty ? "" : "  " + TerminalText.visible(line))
    }
  }
}
