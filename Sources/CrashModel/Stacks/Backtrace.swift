/// A call stack that is not a thread's current one.
package struct Backtrace: Sendable {
  /// The origin of the stack. The raw value is the name in JSON output.
  package enum Kind: String, Sendable {
    /// The stack of the last uncaught exception ("Last Exception Backtrace").
    case lastException
    /// A stack that the app recorded ("Application Specific Backtrace").
    case applicationSpecific
    /// The stack of a crash inside the crash handler.
    case recrash
    /// The stack of the kernel's thread that panicked.
    case panic
    /// A stack in free text.
    case callStack
    /// The JavaScript stack in the reason of an exception, as React Native puts it there.
    case script = "javaScript"
    /// The Dart stack in the reason of an exception, or in another text of the report.
    case dart
    /// The stack of the last exception that was deallocated before the crash (a zombie).
    case deallocatedException
    /// Words of a thread's stack memory that are addresses of code. They are not frames of a call stack: only those that debug
    /// files name are kept, after all other frames of the report.
    case stackContents
  }

  /// The origin of the stack.
  package var kind: Kind
  /// The number of an application specific backtrace or of a stack in free text, from 0; of stack contents, the thread's.
  package var index: Int
  /// The path of keys of the stack, if only that identifies it; of a panic, the process and the thread.
  package var name: String?
  /// What the line above a stack in text says about it, for example `freed by thread T0 here`.
  package var heading: String?
  /// The frames as a range of `CrashReport.frames`, innermost first.
  package var frames: Range<Int>
  /// In text: the bytes of a bare `(0x... 0x...)` list, parentheses included, or nil if every frame is on a separate line.
  package var list: Range<Int>?

  /// Creates a backtrace that owns `frames`.
  package init(kind: Kind, index: Int = 0, frames: Range<Int>, list: Range<Int>? = nil) {
    self.kind = kind
    self.index = index
    self.frames = frames
    self.list = list
  }
}
