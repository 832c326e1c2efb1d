package import CrashModel

/// Formats the frames of one stack with two columns after the address: where the address is in its image, and what it is.
///
///     0x105bf8000 + 37256  Basket.pick(_:) [inlined] (Basket.swift:12)
///     0x105bf8000 + 37256  checkout(_:at:) + 24 (Checkout.swift:31)
///     0x183500000 + 8192
///
/// Nothing is cut: the second column begins after the longest entry of the first. The reader of text reports understands it.
package struct SideBySideColumns: Sendable {
  private let frames: FrameLines
  private let report: CrashReport
  private let width: Int

  /// Takes the frames of a stack: a range of the report's frames.
  package init(_ answers: SymbolicatedReport, _ stack: Range<Int>, style: FrameStyle = FrameStyle()) {
    frames = FrameLines(answers, style: style)
    report = answers.report
    width = stack.lazy.compactMap { answers.report.distance(of: $0)?.utf8.count }.max() ?? 0
  }

  /// Writes the lines of a frame of the stack. Returns false if no image contains it or nothing is known about it, so that there
  /// is no second column.
  package func write(_ position: Int, to writer: inout LineWriter) -> Bool {
    guard let distance = report.distance(of: position), let words = frames.knownWords(of: position) else { return false }
    let count = writer.head.count
    writer.head += distance.padded(to: width + 2).utf8
    for words in words { words.write(beside: "", to: &writer) }
    writer.head.removeSubrange(count...)
    return true
  }

  /// Returns the columns of every frame of a report that belongs to a thread or backtrace, by the frame's position.
  package static func ofFrames(in answers: SymbolicatedReport, style: FrameStyle = FrameStyle()) -> [Int: SideBySideColumns] {
    let stacks = answers.report.threads.map(\.frames) + answers.report.backtraces.map(\.frames)
    var columns: [Int: SideBySideColumns] = [:]
    for stack in stacks {
      let shared = SideBySideColumns(answers, stack, style: style)
      for position in stack { columns[position] = shared }
    }
    return columns
  }
}
