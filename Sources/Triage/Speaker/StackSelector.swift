internal import CrashModel

/// Chooses the call stack that says what a report is about.
struct StackSelector {
  private let report: CrashReport
  private let symbol: (Int) -> String?

  /// Looks at a report; `symbol` gives the name of a frame.
  init(_ report: CrashReport, symbol: @escaping (Int) -> String?) { (self.report, self.symbol) = (report, symbol) }

  /// The stack. `failure` is the class of the report.
  func speaker(_ failure: FailureClass) -> RepresentativeStack {
    if failure == .jetsam { return RepresentativeStack(nil, .endedBySystem) }
    if failure == .panic, let panicked = backtrace(.panic) { return stack(panicked, .panic) }
    if isAboutMainThread(failure), let main = mainThread { return main }
    if report.exception?.isMemoryFault != true, let script = backtrace(.script) {
      return stack(script, .scriptException)
    }
    if report.exception?.isMemoryFault != true, let dart = backtrace(.dart) { return stack(dart, .dartException) }
    if report.exception?.isMemoryFault != true, let exception = backtrace(.lastException) {
      return stack(exception, .exception)
    }
    if report.exception?.isMemoryFault != true, let thrown = thrownBacktrace { return stack(thrown, .recordedException) }
    if report.kind == .user, let asked = backtrace(.callStack) { return stack(asked, .reported) }
    if let crashed = crashedThread { return crashed }
    if let tree = heaviestPath { return tree }
    if let exception = backtrace(.lastException) { return stack(exception, .exception) }
    if let found = backtrace(.callStack) { return stack(found, .text) }
    if let recorded = backtrace(.applicationSpecific) { return stack(recorded, .recorded) }
    guard let handler = backtrace(.recrash), filledThreads.count != 1, report.lostCrashedThread == nil else { return onlyThread }
    return stack(handler, .handler(hasOthers: !filledThreads.isEmpty))
  }

  private var filledThreads: [Int] { report.threads.indices.filter { !report.threads[$0].frames.isEmpty } }

  private func isAboutMainThread(_ failure: FailureClass) -> Bool {
    failure.isUnresponsive || report.kind == .hang
  }

  private var mainThread: RepresentativeStack? {
    if !report.callTrees.isEmpty, report.threads.allSatisfy(\.frames.isEmpty) { return heaviestPath }
    // A stackshot has the threads of all processes; the reader marks the main thread of the one that the report is about.
    let position =
      report.isStackshot
      ? report.threads.firstIndex { $0.crashed && !$0.frames.isEmpty }
      : report.threads.firstIndex { $0.index == 0 && !$0.frames.isEmpty }
    return position.map { thread($0, .mainThread) }
  }

  private var crashedThread: RepresentativeStack? {
    guard let position = report.threads.firstIndex(where: { $0.crashed && !$0.frames.isEmpty }) else { return nil }
    return thread(position, report.marksCrashedThread ? .crashedThread : .markedThread)
  }

  private var onlyThread: RepresentativeStack {
    if let number = report.lostCrashedThread {
      return RepresentativeStack(nil, .lostCrashedThread(number))
    }
    let filled = filledThreads
    if filled.count == 1 { return thread(filled[0], .onlyThread) }
    return RepresentativeStack(nil, filled.isEmpty ? .noStack : .noMark)
  }

  private func backtrace(_ kind: Backtrace.Kind) -> Int? {
    report.backtraces.firstIndex { $0.kind == kind && !$0.frames.isEmpty }
  }

  /// The stack of an exception that AppKit or Foundation put into the application's information.
  private var thrownBacktrace: Int? {
    report.backtraces.firstIndex { $0.kind == .applicationSpecific && ThrownException.isThrown($0.frames, symbol) }
  }

  private func thread(_ position: Int, _ reason: RepresentativeStack.Reason) -> RepresentativeStack {
    RepresentativeStack(.thread(position), reason, frames: Array(report.threads[position].frames))
  }

  private func stack(_ position: Int, _ reason: RepresentativeStack.Reason) -> RepresentativeStack {
    RepresentativeStack(.backtrace(position), reason, frames: Array(report.backtraces[position].frames))
  }

  private var heaviestPath: RepresentativeStack? {
    guard let tree = report.callTrees.indices.first(where: { !report.callTrees[$0].nodes.isEmpty }) else { return nil }
    let main = report.callTrees.indices.first { report.callTrees[$0].nodes.count > 1 } ?? tree
    let path = HeaviestPath.frames(report.callTrees[main])
    return RepresentativeStack(.callTree(main), report.kind == .leak ? .firstLeak : .mostSamples, frames: path)
  }
}
