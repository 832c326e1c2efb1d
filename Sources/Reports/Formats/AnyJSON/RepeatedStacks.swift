import CrashModel

/// Call stacks that a document has twice: Datadog writes that of the crashed thread also beside the error's message.
enum RepeatedStacks {
  /// The maximum number of stacks that are removed; each moves the frames after it.
  private static let maxCount = 8

  /// Removes the call stacks of no thread that repeat a crashed thread's, with the same names. The frames of the thread get their
  /// positions, so that answers are written to both. A note says where each was.
  static func merge(_ report: inout CrashReport) {
    var merged = 0
    for position in report.backtraces.indices.reversed() where merged < maxCount {
      let stack = report.backtraces[position]
      guard stack.kind == .callStack, let thread = original(of: stack, in: report) else { continue }
      for (own, copy) in zip(report.threads[thread].frames, stack.frames) {
        report.frames[own].otherPlaces.append(report.frames[copy].sourceRange)
      }
      let name = stack.name.map { " at \($0)" } ?? ""
      report.diagnostics.append(
        ReportDiagnostic(
          .note, "the call stack\(name) repeats that of thread \(report.threads[thread].index), and is not shown",
          byte: report.frames[stack.frames.lowerBound].sourceRange.lowerBound))
      merged += 1
      report.backtraces.remove(at: position)
      remove(stack.frames, from: &report)
    }
    for position in report.backtraces.indices where report.backtraces[position].kind == .callStack {
      report.backtraces[position].index = position
    }
  }

  /// Returns the crashed thread with the same addresses and names, or nil if there is none.
  private static func original(of stack: Backtrace, in report: CrashReport) -> Int? {
    guard stack.frames.count > 1 else { return nil }
    return report.threads.firstIndex { thread in
      thread.crashed && thread.frames.count == stack.frames.count
        && zip(thread.frames, stack.frames).allSatisfy { own, copy in
          report.frames[own].address != nil && report.frames[own].address == report.frames[copy].address
            && report.frames[own].reported == report.frames[copy].reported
        }
    }
  }

  private static func remove(_ frames: Range<Int>, from report: inout CrashReport) {
    report.frames.removeSubrange(frames)
    func moved(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound < frames.upperBound ? range : range.lowerBound - frames.count..<range.upperBound - frames.count
    }
    for position in report.threads.indices { report.threads[position].frames = moved(report.threads[position].frames) }
    for position in report.backtraces.indices { report.backtraces[position].frames = moved(report.backtraces[position].frames) }
    for tree in report.callTrees.indices {
      for node in report.callTrees[tree].nodes.indices where report.callTrees[tree].nodes[node].frame >= frames.upperBound {
        report.callTrees[tree].nodes[node].frame -= frames.count
      }
    }
  }
}
