internal import Bytes
package import CrashModel

/// Formats the frames of stacks with two columns after the address: where the address is in its image, and what it is.
///
///     0x105bf8000 + 37256  Basket.pick(_:) [inlined] (Basket.swift:12)
///     0x105bf8000 + 37256  checkout(_:at:) + 24 (Checkout.swift:31)
///     0x183500000 + 8192
///
/// Nothing is cut: the second column begins after the longest entry of the first. The reader of text reports understands it.
package final class SideBySideColumns: Sendable {
  /// A stack: a range of the report's frames, and the length of the longest entry of its first column.
  private struct Stack {
    let frames: Range<Int>
    let width: Int
  }

  private let frames: FrameLines
  private let report: CrashReport
  /// In ascending order of their frames, of which no two have the same.
  private let stacks: [Stack]

  /// Takes the frames of one stack.
  package convenience init(_ answers: SymbolicatedReport, _ stack: Range<Int>, style: FrameStyle = FrameStyle()) {
    self.init(answers, stacks: [stack], style: style)
  }

  /// Takes the frames of all threads and backtraces.
  package convenience init(_ answers: SymbolicatedReport, style: FrameStyle = FrameStyle()) {
    let stacks = answers.report.threads.map(\.frames) + answers.report.backtraces.map(\.frames)
    self.init(answers, stacks: stacks.sorted { $0.lowerBound < $1.lowerBound }, style: style)
  }

  private init(_ answers: SymbolicatedReport, stacks: [Range<Int>], style: FrameStyle) {
    frames = FrameLines(answers, style: style)
    report = answers.report
    self.stacks = stacks.filter { !$0.isEmpty }.map { stack in
      Stack(frames: stack, width: stack.lazy.compactMap { answers.report.distance(of: $0)?.utf8.count }.max() ?? 0)
    }
  }

  private func width(at position: Int) -> Int? {
    let next = stacks.partitionPoint { $0.frames.lowerBound > position }
    return next > 0 && stacks[next - 1].frames.contains(position) ? stacks[next - 1].width : nil
  }

  /// Writes the lines of a frame of a stack. Returns false if no image contains it or nothing is known about it, so that there
  /// is no second column.
  package func write(_ position: Int, to writer: inout LineWriter) -> Bool {
    guard let width = width(at: position), let distance = report.distance(of: position),
      let words = frames.knownWords(of: position)
    else { return false }
    let count = writer.head.count
    writer.head.append(copying: distance.padded(to: width + 2).utf8.span)
    for words in words { words.write(beside: "", to: &writer) }
    writer.head.removeAll(from: count)
    return true
  }
}
