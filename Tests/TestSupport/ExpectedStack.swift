package import CrashModel

/// The stacks that rows of Fixtures/Reports/expected.tsv name.
package enum ExpectedStack {
  /// The part and the frames' positions, in the order of their numbers. Names: a thread's number, `LEB`, `ASB0`, `TREE0`, `DART0`,
  /// `RECRASH`, `STACK`, each with the part before it (`1:TREE0`) where an input has several. Nil when there is no such stack.
  package static func find(_ name: String, in reports: [CrashReport]) -> (part: Int, positions: [Int])? {
    let words = name.split(separator: ":").map(String.init)
    let part = words.count > 1 ? Int(words[0]) ?? 0 : 0
    guard let stack = words.last, reports.indices.contains(part) else { return nil }
    return positions(stack, reports[part]).map { (part, $0) }
  }

  private static func positions(_ stack: String, _ report: CrashReport) -> [Int]? {
    func backtrace(_ kind: Backtrace.Kind, _ index: Int? = nil) -> [Int]? {
      report.backtraces.first { $0.kind == kind && (index == nil || $0.index == index) }.map { Array($0.frames) }
    }
    switch stack {
    case "LEB": return backtrace(.lastException)
    case "RECRASH": return backtrace(.recrash)
    case "STACK": return backtrace(.stackContents)
    case _ where stack.hasPrefix("ASB"): return Int(stack.dropFirst(3)).flatMap { backtrace(.applicationSpecific, $0) }
    case _ where stack.hasPrefix("CS"): return Int(stack.dropFirst(2)).flatMap { backtrace(.callStack, $0) }
    case _ where stack.hasPrefix("DART"): return Int(stack.dropFirst(4)).flatMap { backtrace(.dart, $0) }
    case _ where stack.hasPrefix("TREE"):
      return Int(stack.dropFirst(4)).flatMap { index in
        report.callTrees.indices.contains(index) ? report.callTrees[index].nodes.map(\.frame) : nil
      }
    default:
      // App Center numbers threads by their IDs.
      return Int(stack).flatMap { number in
        let position = report.threads.firstIndex { $0.index == number } ?? number
        return report.threads.indices.contains(position) ? Array(report.threads[position].frames) : nil
      }
    }
  }
}
