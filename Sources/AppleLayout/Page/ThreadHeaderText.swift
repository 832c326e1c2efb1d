package import CrashModel

/// The lines above the frames of a stack.
package enum ThreadHeaderText {
  /// Returns the lines above a thread, as Apple's translation prints them. A marked thread that did not crash is highlighted, as
  /// in reports of hangs.
  package static func apple(_ thread: CrashThread, style: TranslatedText.Style, hasCrashed: Bool = true) -> [String] {
    let title = "Thread \(thread.index)"
    let queue = thread.queue.map { " Dispatch queue: " + $0 } ?? ""
    let isNamed = thread.name != nil || thread.queue != nil
    let header = title + (thread.crashed ? hasCrashed ? " Crashed:" : " Highlighted:" : ":")
    switch style {
    case .embedded:
      return isNamed ? ["\(title) name:  \(thread.name ?? "")\(queue)", header] : [header]
    case .desktop:
      return [isNamed ? "\(header): \(thread.name ?? "")\(queue)" : header]
    }
  }

  /// Returns the lines of a backtrace.
  package static func apple(_ backtrace: Backtrace) -> [String] {
    switch backtrace.kind {
    case .lastException: ["Last Exception Backtrace:"]
    case .applicationSpecific: ["Application Specific Backtrace \(backtrace.index):"]
    case .panic: ["Panicked thread:" + (backtrace.name.map { " " + $0 } ?? "")]
    case .recrash: ["Backtrace of the crash inside the crash handler:"]
    case .callStack: [backtrace.name.map { "Call stack at \($0):" } ?? "Call stack given by the app:"]
    case .script: ["JavaScript stack of the exception:"]
    case .dart: ["Dart stack \(backtrace.index):"]
    case .deallocatedException: ["Backtrace of the last deallocated exception:"]
    case .stackContents: ["Code addresses on the stack of thread \(backtrace.index):"]
    }
  }
}
