import CrashModel
import Testing

@testable import Triage

/// For every rule that `CauseRuleTests` has no near miss for: a report that looks like its bug and is another one.
enum CauseNearMisses {
  static let all = exceptions + traps + accesses + ends + others

  private static func exception(
    _ name: String, _ reason: String, not id: String, frames: [String] = ["-objc_exception_throw", "work"]
  )
    -> CauseCase
  {
    CauseCase(lacks: [id], type: "EXC_CRASH", signal: "SIGABRT", name: name, reason: reason, frames: frames)
  }

  /// Old forms and rare ends, each with what it is and what it is not.
  private static let others: [CauseCase] = [
    CauseCase(has: ["watchdog"], lacks: ["background-budget"], type: "00000020", codes: "0x8badf00d"),
    CauseCase(has: ["kill-code"], lacks: ["watchdog"], type: "00000020", codes: "0xbad22222"),
    CauseCase(has: ["background-budget"], lacks: ["kill-code"], type: "EXC_CRASH", namespace: "CAROUSEL", code: "0xc51bad01"),
    CauseCase(
      has: ["libcpp-hardening"], type: "EXC_BREAKPOINT",
      reason: "/usr/include/c++/v1/vector:1393: assertion __n < size() failed: vector[] index out of bounds"),
    CauseCase(lacks: ["libcpp-hardening"], type: "EXC_BREAKPOINT", reason: "Shop/Cart.swift:3: Assertion failed"),
    CauseCase(has: ["bad-access"], type: "EXC_BAD_ACCESS", signal: "SIGSEGV"),
    CauseCase(lacks: ["bad-access"], type: "EXC_BAD_ACCESS", signal: "SIGSEGV", fault: 0x5000_1234),
    CauseCase(has: ["arithmetic"], lacks: ["swift-overflow"], type: "EXC_CRASH", subtype: "Integer division by zero"),
    CauseCase(
      has: ["ui-off-main"], type: "EXC_BREAKPOINT",
      info: ["Main Thread Checker: UI API called on a background thread: -[UIView frame]"]),
    CauseCase(
      has: ["dispatch-assert"], lacks: ["libdispatch-misuse", "swift-precondition"], type: "EXC_BREAKPOINT",
      info: ["BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on queue [com.apple.main-thread]"]),
    CauseCase(has: ["codesign"], type: "EXC_BAD_ACCESS", signal: "SIGKILL (Code Signature Invalid)", fault: 0x1_0000_0000),
    CauseCase(has: ["zombie-known"], type: "EXC_BREAKPOINT", frames: ["-___forwarding___", "-_CF_forwarding_prep_0", "work"]),
    CauseCase(
      has: ["objc-unrecognized-selector"], lacks: ["abort"], type: "EXC_CRASH", signal: "SIGABRT",
      reason: "-[Cart length]: unrecognized selector sent to instance 0x1",
      frames: ["--[NSApplication _crashOnException:]", "work"]),
    CauseCase(
      has: ["js-error"], type: "EXC_CRASH", signal: "SIGABRT",
      frames: ["-objc_exception_throw", "RCTFatal", "-[RCTExceptionsManager reportFatal:stack:exceptionId:extraDataAsJSON:]"]),
  ]

  private static let exceptions: [CauseCase] = [
    exception(
      "NSException", "x", not: "coredata-context", frames: ["-objc_exception_throw", "--[NSManagedObjectContext save:]", "work"]),
    exception("AuditError", "x", not: "js-error"),
    CauseCase(
      has: ["cpp-exception"], lacks: ["objc-exception"], type: "EXC_CRASH", signal: "SIGABRT", name: "MyException",
      frames: ["MyClass::throwIt()", "work"]),
    exception(
      "Own", "x", not: "cpp-exception", frames: ["-__exceptionPreprocess", "-objc_exception_throw", "MyClass::throwIt()"]),
    exception("NSInternalInconsistencyException", "An instance 0x1 of class A was deallocated.", not: "kvo-freed-observed"),
    exception("NSRangeException", "*** -[__NSArrayM removeObjectAtIndex:]: index 5 beyond bounds [0 .. 2]", not: "kvo-misuse"),
    exception("NSInvalidArgumentException", "nil URL", not: "objc-nil-string"),
    exception("NSInvalidArgumentException", "-[Cart total]: no selector was sent", not: "objc-unrecognized-selector"),
    exception("NSInvalidArgumentException", "-[NSNumber length]: unrecognized selector sent to instance 0x1", not: "objc-nsnull"),
    exception("NSRangeException", "*** -[__NSArrayM objectAtIndex:]: index 5 beyond bounds [0 .. 2]", not: "objc-string-range"),
  ]

  private static func trap(not id: String, info: [String] = [], frames: [String] = ["work"]) -> CauseCase {
    CauseCase(lacks: [id], type: "EXC_BREAKPOINT", signal: "SIGTRAP", info: info, frames: frames)
  }

  private static let traps: [CauseCase] = [
    trap(not: "arithmetic", info: ["Fatal error: Division by zero"]),
    trap(not: "dispatch-assert", frames: ["-_dispatch_call_block_and_release", "work"]),
    trap(not: "libdispatch-deadlock", info: ["BUG IN CLIENT OF LIBDISPATCH: Release of a queue while items are enqueued"]),
    trap(not: "objc-runtime-fatal", info: ["CoreFoundation[123]: Cannot form weak reference"]),
    trap(not: "swift-cast", info: ["A.swift:1: Fatal error: Could not open the file"]),
    trap(not: "swift-continuation", info: ["SWIFT TASK CONTINUATION MISUSE: f() leaked its continuation!"]),
    trap(not: "swift-exclusivity", info: ["Fatal error: Simultaneous requests"], frames: ["-swift_endAccess", "work"]),
    trap(not: "swift-isolation", info: ["Fatal error: Incorrect argument"]),
    trap(not: "swift-overflow", info: ["Index out of range"]),
    trap(not: "swift-try", info: ["Fatal error: Error raised at top level: E.x"]),
    trap(not: "unfair-lock", info: ["BUG IN CLIENT OF LIBPLATFORM: os_once_t is corrupt"]),
    trap(not: "unowned-read", info: ["Fatal error: Attempted to read from an empty buffer"]),
    CauseCase(lacks: ["stack-smashed"], type: "EXC_CRASH", signal: "SIGABRT", frames: ["-abort", "work"]),
  ]

  private static func access(
    not id: String, at fault: UInt64, frames: [String] = ["work"], registers: [(String, UInt64)] = [], codes: String? = nil,
    info: [String] = []
  ) -> CauseCase {
    CauseCase(
      lacks: [id], type: "EXC_BAD_ACCESS", signal: "SIGSEGV", codes: codes, fault: fault, info: info, frames: frames,
      registers: registers)
  }

  private static let accesses: [CauseCase] = [
    access(not: "exec-data", at: 0x1_2340, frames: ["copy"], registers: [("pc", 0x1_0000)]),
    access(not: "file-gone", at: 0x2_0000_0000, codes: "0x0000000000000002, 0x0000000200000000"),
    access(
      not: "noncanonical", at: 0, registers: [("rip", 0x1000), ("rax", 0xdead_0000_0000_0000)], codes: "0x0000000000000001, 0x0"),
    access(
      not: "write-readonly", at: 0x16b0_0000, codes: "0x0000000000000002, 0x0000000016b00000",
      info: ["STACK GUARD 16b000000 r--/rwx"]),
    access(not: "zombie-known", at: 0x2_8000_1230, frames: ["-objc_release", "-NSZombieCounter", "work"]),
    access(not: "reporter-crash", at: 0x8888_1234),
  ]

  private static func ended(
    not id: String, by namespace: String, _ code: String?, details: [String] = [], signal: String = "SIGKILL"
  ) -> CauseCase {
    CauseCase(lacks: [id], type: "EXC_CRASH", signal: signal, namespace: namespace, code: code, details: details)
  }

  private static func limited(not id: String, _ type: String, _ codes: String) -> CauseCase {
    CauseCase(lacks: [id], type: type, codes: codes)
  }

  private static let ends: [CauseCase] = [
    // A watch's budget, which looks like a code of code signing.
    ended(not: "codesign", by: "CAROUSEL", "0xc51bad01"), ended(not: "dyld-other", by: "DYLD", "1"),
    ended(not: "dyld-signature", by: "DYLD", "4", details: ["Symbol not found: _x"]),
    ended(not: "dyld-symbol", by: "DYLD", "1", details: ["Library not loaded: @rpath/A.framework/A"]),
    ended(not: "exit-requested", by: "SPRINGBOARD", "0x8badf00d"),
    ended(not: "memory-pressure", by: "JETSAM", "7", details: ["per-process-limit"]),
    ended(not: "suspended-lock", by: "SPRINGBOARD", "0x8badf00d"), ended(not: "tcc-usage", by: "SANDBOX", "1"),
    ended(not: "watchdog", by: "RUNNINGBOARD", "0xdead10cc"),
    ended(
      not: "watchdog-busy", by: "SPRINGBOARD", "0x8badf00d", details: ["Elapsed application CPU time (seconds): 3.0, 30% CPU"]),
    limited(not: "guard-fd", "EXC_GUARD", "0x8000000400000001, 0x0"),
    limited(not: "guard-port", "EXC_GUARD", "0x400000010000000c, 0x1"),
    limited(not: "guard-vm", "EXC_GUARD", "0x400000010000000c, 0x1"),
    limited(not: "guard-vnode", "EXC_GUARD", "0x2000020000002703, 0x0"),
    limited(not: "resource-cpu", "EXC_RESOURCE", "0x8400000000000096, 0x100"),
    limited(not: "resource-disk", "EXC_RESOURCE", "0x2800000000000050, 0x60"),
    limited(not: "resource-wakeups", "EXC_RESOURCE", "0x2800000000000050, 0x60"),
    CauseCase(lacks: ["hang-network"], frames: ["-__psynch_mutexwait", "-_pthread_mutex_lock_wait", "work"], kind: .hang),
    CauseCase(lacks: ["hang-sampled-late"], kind: .hang), CauseCase(lacks: ["hang-system"], kind: .hang),
    // A report without a call stack says nothing about where the main thread was.
    CauseCase(lacks: ["hang", "hang-system"], frames: [], kind: .hang),
    CauseCase(lacks: ["kernel-panic"], signal: "SIGABRT", info: ["panic(the app's own word)"]),
  ]
}
