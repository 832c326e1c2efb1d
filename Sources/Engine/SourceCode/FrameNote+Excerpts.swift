internal import AppleLayout
internal import CrashModel
internal import Rendering
internal import Reports

extension FrameNote {
  /// The source lines to show of the reports of one input, each below the last frame of its stack.
  static func excerpts(of answers: [SymbolicatedReport]) -> [FrameNote] {
    answers.enumerated().compactMap { part, report in
      guard let stack = report.focusedExcerpt?.stack, let last = stack.last else { return nil }
      return FrameNote(part: part, frame: last, lines: ExcerptText.lines(below: stack, of: report))
    }
  }
}
