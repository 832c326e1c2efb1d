internal import CrashModel

/// Chooses the call stack that says what a report is about.
struct StackSelector {
  private let report: CrashReport

  /// Looks at a report.
  init(_ report: CrashReport) { self.report = report }

  /// The stack. `failure` is the class of the report.
  func speaker(_ failure: String) -> RepresentativeStack {
    if failure == "jetsam" {
      return RepresentativeStack(stack: nil, reason: "the system ended the process; no stack caused that")
    }
    if failure == "panic", let panicked = backtrace(.panic) { return stack(panicked, "the stack of the panic") }
    if isAboutMainThread(failure), let main = mainThread { return main }
    if report.exception?.isMemoryFault != true, let script = backtrace(.script) {
      return stack(script, "the JavaScript stack of the exception")
    }
    if report.exception?.isMemoryFault != true, let exception = backtrace(.lastException) {
      return stack(exception, "the stack of the exception")
    }
    if report.kind == .user, let asked = backtrace(.callStack) { return stack(asked, "the stack that the app reported") }
    if let crashed = crashedThread { return crashed }
    if let tree = heaviestPath { return tree }
    if let exception = backtrace(.lastException) { return stack(exception, "the stack of the exception") }
    if let found = backtrace(.callStack) { return stack(found, "the call stack of the text") }
    if let recorded = backtrace(.applicationSpecific) { return stack(recorded, "the stack that the app recorded") }
    guard let handler = backtrace(.recrash), filledThreads.count != 1, report.lostCrashedThread == nil else { return onlyThread }
    let others = filledThreads.isEmpty ? "the report has no other" : "no thread is marked as crashed"
    return stack(handler, "the crash handler's stack; \(others)")
  }

  private var filledThreads: [Int] { report.threads.indices.filter { !report.threads[$0].frames.isEmpty } }

  private func isAboutMainThread(_ failure: String) -> Bool {
    failure == "hang" || failure == "deadlock" || failure == "kill:0x8badf00d" || report.kind == .hang
  }

  private var mainThread: RepresentativeStack? {
    if !report.callTrees.isEmpty, report.threads.allSatisfy(\.frames.isEmpty) { return heaviestPath }
    // A stackshot has the threads of all processes; the reader marks the main thread of the one that the report is about.
    let position =
      report.isStackshot
      ? report.threads.firstIndex { $0.crashed && !$0.frames.isEmpty }
      : report.threads.firstIndex { $0.index == 0 && !$0.frames.isEmpty }
    return position.map { thread($0, "the main thread, which did not respond") }
  }

  private var crashedThread: RepresentativeStack? {
    guard let position = report.threads.firstIndex(where: { $0.crashed && !$0.frames.isEmpty }) else { return nil }
    return thread(position, report.marksCrashedThread ? "the crashed thread" : "the thread that the report is about")
  }

  private var onlyThread: RepresentativeStack {
    if let number = report.lostCrashedThread {
      return RepresentativeStack(stack: nil, reason: "the crashed thread, number \(number), is not in the report")
    }
    let filled = filledThreads
    if filled.count == 1 { return thread(filled[0], "the only thread with frames") }
    let reason = filled.isEmpty ? "the report has no call stack" : "no thread is marked as crashed"
    return RepresentativeStack(stack: nil, reason: reason)
  }

  private func backtrace(_ kind: Backtrace.Kind) -> Int? {
    report.backtraces.firstIndex { $0.kind == kind && !$0.frames.isEmpty }
  }

  private func thread(_ position: Int, _ reason: String) -> RepresentativeStack {
    RepresentativeStack(
      stack: "threads[\(position)]", reason: reason, thread: position, frames: Array(report.threads[position].frames))
  }

  private func stack(_ position: Int, _ reason: String) -> RepresentativeStack {
    RepresentativeStack(stack: "backtraces[\(position)]", reason: reason, frames: Array(report.backtraces[position].frames))
  }

  private var heaviestPath: RepresentativeStack? {
    guard let tree = report.callTrees.indices.first(where: { !report.callTrees[$0].nodes.isEmpty }) else { return nil }
    let main = report.callTrees.indices.first { report.callTrees[$0].nodes.count > 1 } ?? tree
    let path = HeaviestPath.frames(report.callTrees[main])
    let reason = report.kind == .leak ? "the stack of the first leak" : "the path with most samples"
    return RepresentativeStack(stack: "callTrees[\(main)]", reason: reason, frames: path)
  }
}
