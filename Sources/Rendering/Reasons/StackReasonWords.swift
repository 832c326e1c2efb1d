import CrashModel

/// Why a call stack represents a report, for people.
enum StackReasonWords {
  static func of(_ reason: RepresentativeStack.Reason) -> String {
    switch reason {
    case .endedBySystem: "the system killed the process for memory"
    case .panic: "the stack of the panic"
    case .exception: "the stack of the exception"
    case .scriptException: "the JavaScript stack of the exception"
    case .dartException: "the Dart stack of the exception"
    case .recordedException: "the stack of the exception, which the app recorded"
    case .mainThread: "the main thread, which did not respond"
    case .reported: "the stack that the app reported"
    case .crashedThread: "the crashed thread"
    case .markedThread: "the thread that the report is about"
    case .onlyThread: "the only thread with frames"
    case .firstLeak: "the stack of the first leak"
    case .mostSamples: "the path with most samples"
    case .text: "the call stack of the text"
    case .recorded: "the stack that the app recorded"
    case .handler(let hasOthers):
      "the crash handler's stack; \(hasOthers ? "no thread is marked as crashed" : "the report has no other")"
    case .lostCrashedThread(let number): "the crashed thread, number \(number), is not in the report"
    case .noMark: "no thread is marked as crashed"
    case .noStack: "the report has no call stack"
    }
  }
}
