/// A test that no pattern over text can express. The raw value is its name in rules files (`when is NAME`).
enum NamedTest: String, CaseIterable, Sendable {
  /// The fault address: 0; inside the first page; beyond it.
  case faultNull = "fault-null"
  case faultNearNull = "fault-near-null"
  case faultFar = "fault-far"
  /// The fault address is that of the code that was to run, and no function is known there.
  case jumpNull = "jump-null"
  case jumpData = "jump-data"
  /// The fault address looks like a fill pattern; like text.
  case faultPattern = "fault-pattern"
  case faultText = "fault-text"
  /// The fault address lies in an image; at the end of the stack.
  case faultInImage = "fault-in-image"
  case faultAtStack = "fault-at-stack"
  /// A general protection fault on Intel; one where a register holds a non-canonical address.
  case protectionFault = "protection-fault"
  case nonCanonical = "non-canonical"
  /// The code says that the access failed its pointer authentication; that it was misaligned.
  /// The processor refused an access because the tag of the pointer is not that of the memory.
  case tagMismatch = "tag-mismatch"
  /// A pointer with a tag led to memory that has none.
  case tagOnPlainMemory = "tag-on-plain-memory"
  case pointerAuthentication = "pointer-authentication"
  /// The fault address differs in one high bit from one that makes sense.
  case bitFlip = "bit-flip"
  /// The instruction shows that a register that it uses as a pointer is 0; that it is a small number, a fill pattern, text or no
  /// address; that it is a fill pattern or text; that the stack has no memory where the stack pointer leads; that a divisor is 0;
  /// that the authentication of a pointer failed; that a check of -fsanitize-trap failed.
  case nullBase = "null-base"
  case damagedBase = "damaged-base"
  case patternBase = "pattern-base"
  case stackAccess = "stack-access"
  case zeroDivisor = "zero-divisor"
  case failedAuthentication = "failed-authentication"
  case failedCheck = "failed-check"
  /// The stack repeats itself without end.
  case recursion
  /// The speaker is the main thread; another one.
  case mainThread = "main-thread"
  case otherThread = "other-thread"
  /// The first function waits; the stack holds a function of the app.
  case waiting, idle
  case appFrame = "app-frame"
  /// The first function has a name, or is code of the app.
  case topKnown = "top-known"
  /// The report gives no text as a reason.
  case silent
  /// A resource limit ended the process.
  case fatalResource = "fatal-resource"
  /// The application's own processor time in a watchdog's report: under 20 %, over 60 %.
  case processorIdle = "cpu-idle"
  case processorBusy = "cpu-busy"
  /// The crash handler crashed as well.
  case handlerCrashed = "handler-crashed"
  /// The exception's name is one of C++.
  case cPlusPlusType = "c++-type"
  /// At least 100 functions of the attribute graph are on the stack.
  case deepGraph = "deep-graph"
  /// The system's major version is 16 or later; below 9.
  case system16 = "os-16"
  case systemBefore9 = "os-before-9"

  /// The tests by their names.
  static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}
