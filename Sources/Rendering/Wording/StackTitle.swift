package import CrashModel

/// The titles of call stacks that belong to no thread.
package enum StackTitle {
  /// Returns the title as in Apple's reports, without the colon, with what the report's text says above the stack.
  package static func of(_ backtrace: Backtrace) -> String {
    name(of: backtrace) + (backtrace.heading.map { ": " + $0 } ?? "")
  }

  /// Returns the title without words of the report's text.
  static func name(of backtrace: Backtrace) -> String {
    switch backtrace.kind {
    case .lastException: "Last Exception Backtrace"
    case .applicationSpecific: "Application Specific Backtrace \(backtrace.index)"
    case .panic: "Panicked Thread" + (backtrace.name.map { ": " + $0 } ?? "")
    case .recrash: "Handler crashed while reporting"
    case .callStack: backtrace.name.map { "Call Stack at \($0)" } ?? "Call Stack \(backtrace.index)"
    case .script: "JavaScript Stack of the Exception"
    case .dart: "Dart Stack \(backtrace.index)"
    case .deallocatedException: "Backtrace of the Last Deallocated Exception"
    case .stackContents: "Code Addresses on the Stack of Thread \(backtrace.index)"
    }
  }
}
