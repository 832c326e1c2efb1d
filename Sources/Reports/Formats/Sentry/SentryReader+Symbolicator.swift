import CrashModel
import JSONText

extension SentryReader {
  /// Returns whether an object is a request to Sentry's symbolicator, or its response: `stacktraces` and `modules`, without an
  /// event around them.
  static func isSymbolicators(_ value: JSONValue) -> Bool {
    guard let stacks = value["stacktraces"], stacks.kind == .array else { return false }
    return value["modules"]?.kind == .array || stacks.elements.contains { $0["frames"]?.kind == .array }
  }

  /// Reads `stacktraces`, each the stack of a thread with the innermost frame first. In responses, a frame may be several objects
  /// with one `original_index`, those of inlined functions first.
  mutating func readSymbolicatorStacks() {
    for stack in event["stacktraces"]?.elements ?? .none where stack.kind == .object {
      let id = stack["thread_id"]?.address.flatMap { Int(exactly: $0) }
      var thread = CrashThread(index: id ?? report.threads.count)
      thread.name = stack["thread_name"]?.string
      thread.crashed = stack["is_requesting"]?.bool ?? false
      thread.registers = Self.registers(stack)
      let first = report.frames.count
      var number: Int?
      for element in stack["frames"]?.elements ?? .none where element.kind == .object {
        let original = element["original_index"]?.int
        if original != nil, original == number {
          extendLast(with: element)
        } else {
          report.frames.append(frame(element, report.frames.count - first))
        }
        number = original
      }
      thread.frames = first..<report.frames.count
      FrameKinds.assign(
        &report.frames, in: thread.frames, origin: .interrupted, registers: thread.registers, architecture: architecture)
      report.threads.append(thread)
    }
  }

  /// Adds an inlined function, which the last frame turns out to be, to the frame of `element`.
  private mutating func extendLast(with element: JSONValue) {
    guard let last = report.frames.indices.last else { return }
    let outer = frame(element, report.frames[last].index)
    report.frames[last].reportedInlines.append(report.frames[last].reported ?? ReportedSymbol())
    report.frames[last].reported = outer.reported
    report.frames[last].sourceRange = report.frames[last].sourceRange.lowerBound..<element.range.upperBound
  }
}
