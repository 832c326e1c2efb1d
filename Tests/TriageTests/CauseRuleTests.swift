import CrashModel
import Testing

@testable import Triage

/// Every rule for causes finds its bug, and leaves a near miss alone.
@Suite struct CauseRuleTests {
  @Test(arguments: all) func causes(_ testCase: CauseCase) {
    let causes = Triager().triage(testCase.answers).causes
    let ids = causes.map(\.id)
    for id in testCase.has { #expect(ids.contains(id), "\(ids)") }
    for id in testCase.lacks { #expect(!ids.contains(id), "\(ids)") }
    for cause in causes { #expect(!cause.evidence.isEmpty && !cause.advice.isEmpty, "\(cause.id)") }
    #expect(causes.map(\.confidence) == causes.map(\.confidence).sorted())
  }

  private static let all = exceptions + swift + memory + system + sanitizers + CauseNearMisses.all

  @Test func everyRuleHasAPositiveAndANearMiss() {
    let ids = Set(RuleSet.standard.causes.map(\.id))
    let untried = ids.subtracting(Self.all.flatMap(\.has))
    #expect(untried.isEmpty, "no positive: \(untried.sorted())")
    let unmissed = ids.subtracting(Self.all.flatMap(\.lacks))
    #expect(unmissed.isEmpty, "no near miss: \(unmissed.sorted())")
  }

  private static func exception(
    _ name: String, _ reason: String, _ has: String, not lacks: String..., frames: [String] = ["-objc_exception_throw", "work"],
    thread: Int = 0, kind: ReportKind = .crash
  ) -> CauseCase {
    CauseCase(
      has: has.isEmpty ? [] : [has], lacks: lacks, type: "EXC_CRASH", signal: "SIGABRT", name: name, reason: reason,
      frames: frames, thread: thread,
      kind: kind)
  }

  static let exceptions: [CauseCase] = [
    exception(
      "NSRangeException", "*** -[__NSArrayM objectAtIndex:]: index 5 beyond bounds [0 .. 2]", "objc-array-range",
      not: "objc-exception"),
    exception(
      "NSRangeException", "*** -[__NSCFString substringFromIndex:]: Index 9 out of bounds; string length 3", "objc-string-range",
      not: "objc-array-range"),
    exception(
      "NSInvalidArgumentException", "*** -[__NSDictionaryM setObject:forKey:]: object cannot be nil (key: a)", "objc-nil-insert"),
    exception(
      "NSInvalidArgumentException",
      "*** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from objects[1]", "objc-nil-insert"),
    exception("NSInvalidArgumentException", "nil URL", "objc-exception", not: "objc-nil-insert"),
    exception("NSInvalidArgumentException", "*** -[NSPlaceholderString initWithString:]: nil argument", "objc-nil-string"),
    exception(
      "NSGenericException", "*** Collection <__NSArrayM: 0x1> was mutated while being enumerated.", "objc-mutated-enumerating"),
    exception("NSGenericException", "other", "objc-exception", not: "objc-mutated-enumerating"),
    exception(
      "NSInvalidArgumentException", "-[NSNull length]: unrecognized selector sent to instance 0x1", "objc-nsnull",
      not: "objc-type-confusion"),
    exception(
      "NSInvalidArgumentException", "-[NSNull length]: unrecognized selector sent to instance 0x1", "objc-unrecognized-selector"),
    exception(
      "NSInvalidArgumentException", "-[Cart total]: unrecognized selector sent to instance 0x1", "objc-unrecognized-selector",
      not: "objc-type-confusion"),
    exception(
      "NSInvalidArgumentException", "-[__NSArrayI objectForKey:]: unrecognized selector sent to instance 0x1",
      "objc-type-confusion", not: "objc-selector-zombie"),
    exception(
      "NSInvalidArgumentException", "-[CALayer seek]: unrecognized selector sent to instance 0x1", "objc-selector-zombie",
      frames: ["-objc_exception_throw"]),
    exception(
      "NSUnknownKeyException", "[<A 0x1> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key b.",
      "kvc-misuse"),
    exception(
      "NSUnknownKeyException", "the entity A is not key value coding-compliant for the key b", "objc-exception", not: "kvc-misuse"
    ),
    exception(
      "NSRangeException",
      "Cannot remove an observer <A 0x1> for the key path \"b\" from <C 0x2> because it is not registered as an observer.",
      "kvo-misuse", not: "objc-array-range"),
    exception(
      "NSInternalInconsistencyException",
      "An instance 0x1 of class A was deallocated while key value observers were still registered with it.", "kvo-freed-observed"),
    exception(
      "NSInternalInconsistencyException", "Invalid update: invalid number of rows in section 0.", "ui-batch-update",
      not: "objc-assert", frames: ["--[NSAssertionHandler handleFailureInMethod:object:file:lineNumber:description:]", "work"]),
    exception(
      "NSInternalInconsistencyException", "parameter must not be nil", "objc-assert", not: "ui-batch-update",
      frames: ["--[NSAssertionHandler handleFailureInMethod:object:file:lineNumber:description:]", "work"]),
    exception(
      "NSInternalInconsistencyException", "Modifications to the layout engine must not be performed from a background thread",
      "ui-off-main", thread: 3),
    exception(
      "NSInternalInconsistencyException", "x", "ui-off-main", frames: ["-objc_exception_throw", "--[UIView setFrame:]", "work"],
      thread: 3),
    exception(
      "NSInternalInconsistencyException", "x", "", not: "ui-off-main",
      frames: ["-objc_exception_throw", "--[UIView setFrame:]", "work"]),
    exception(
      "NSException", "x", "coredata-context", frames: ["-objc_exception_throw", "-_NSCoreDataConcurrencyViolation", "work"]),
    exception("TypeError", "undefined is not an object", "js-error", not: "objc-exception", kind: .user),
    CauseCase(
      has: ["cpp-exception"], lacks: ["objc-exception"], type: "EXC_CRASH", signal: "SIGABRT", name: "std::runtime_error",
      mangled: "St13runtime_error", frames: ["-__cxa_throw", "work"]),
    CauseCase(
      has: ["objc-exception"], lacks: ["cpp-exception"], type: "EXC_CRASH", signal: "SIGABRT", name: "Own",
      frames: ["-__cxa_throw", "-objc_exception_throw", "work"]),
    CauseCase(
      has: ["objc-runtime-fatal"], type: "EXC_BREAKPOINT", signal: "SIGTRAP",
      info: ["objc[123]: Cannot form weak reference to instance (0x1) of class A."]),
  ]

  private static func trap(_ has: String, not lacks: String..., info: [String] = [], frames: [String] = ["work"]) -> CauseCase {
    CauseCase(has: [has], lacks: lacks, type: "EXC_BREAKPOINT", signal: "SIGTRAP", info: info, frames: frames)
  }

  static let swift: [CauseCase] = [
    trap(
      "thread-explosion",
      info: ["Dispatch Thread Soft Limit Reached: 64 (too many dispatch threads blocked in synchronous operations)"]),
    trap(
      "swift-nil-unwrap", not: "swift-precondition",
      info: ["A.swift:1: Fatal error: Unexpectedly found nil while unwrapping an Optional value"]),
    trap(
      "swift-nil-unwrap", not: "swift-range",
      frames: ["Swift runtime failure: Unexpectedly found nil while unwrapping an Optional value", "A.f()"]),
    trap("swift-index", not: "trap-unnamed", frames: ["Swift runtime failure: Index out of range", "A.f()"]),
    trap("swift-overflow", frames: ["Swift runtime failure: arithmetic overflow", "A.f()"]),
    trap("swift-range", not: "swift-index", info: ["Fatal error: Range requires lowerBound <= upperBound"]),
    trap("swift-cast", info: ["Could not cast value of type 'A' (0x1) to 'B' (0x2)."]),
    trap(
      "swift-try", not: "swift-precondition",
      info: ["A.swift:9: Fatal error: 'try!' expression unexpectedly raised an error: E.x"]),
    trap("swift-exclusivity", info: ["Simultaneous accesses to 0x1, but modification requires exclusive access."]),
    trap("unowned-read", info: ["Fatal error: Attempted to read an unowned reference but object 0x1 was already deallocated"]),
    trap(
      "swift-isolation", not: "swift-precondition", info: ["Fatal error: Incorrect actor executor assumption; expected MainActor"]
    ),
    trap(
      "swift-continuation",
      info: ["SWIFT TASK CONTINUATION MISUSE: f() tried to resume its continuation more than once, returning ()!"]),
    trap("swift-precondition", not: "swift-nil-unwrap", info: ["A.swift:3: Precondition failed: no"]),
    trap("trap-unnamed", not: "swift-precondition", "thread-explosion"),
    trap("dispatch-assert", frames: ["-_dispatch_assert_queue_fail", "A.f()"]),
    trap("libdispatch-misuse", info: ["BUG IN CLIENT OF LIBDISPATCH: Release of a queue while items are enqueued"]),
    trap(
      "libdispatch-deadlock", not: "libdispatch-misuse",
      info: ["BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread"]),
    trap("unfair-lock", info: ["BUG IN CLIENT OF LIBPLATFORM: os_unfair_lock is corrupt"]),
    CauseCase(has: ["illegal-instruction"], type: "EXC_BAD_INSTRUCTION", signal: "SIGILL"),
    CauseCase(
      has: ["swift-index"], lacks: ["illegal-instruction"], type: "EXC_BAD_INSTRUCTION", signal: "SIGILL",
      frames: ["Swift runtime failure: Index out of range", "A.f()"]),
    CauseCase(has: ["arithmetic"], type: "EXC_ARITHMETIC", signal: "SIGFPE", codes: "0x1, 0x0"),
    CauseCase(
      has: ["swiftui-loop"], type: "EXC_BREAKPOINT", frames: ["-AG::Graph::update()", "-AG::Graph::value()", "work"], repeats: 110
    ),
    CauseCase(lacks: ["swiftui-loop"], type: "EXC_BREAKPOINT", frames: ["-AG::Graph::update()", "work"], repeats: 20),
  ]

  private static func access(
    _ has: String, not lacks: String..., at fault: UInt64?, frames: [String] = ["work"], registers: [(String, UInt64)] = [],
    codes: String? = nil, repeats: Int = 1, info: [String] = [], system: String = "17.1", reason: String? = nil
  ) -> CauseCase {
    CauseCase(
      has: has.isEmpty ? [] : [has], lacks: lacks, type: "EXC_BAD_ACCESS", signal: "SIGSEGV", codes: codes, fault: fault,
      reason: reason, info: info,
      frames: frames, repeats: repeats, registers: registers, system: system)
  }

  static let memory: [CauseCase] = [
    access("null-deref", not: "null-member", at: 0), access("null-member", not: "null-deref", at: 0x18),
    access("null-member", not: "zombie-suspect", at: 0x10, frames: ["-objc_msgSend", "work"]),
    access("jump-null", not: "null-deref", at: 0, frames: ["???"], registers: [("pc", 0)]),
    access("null-deref", not: "jump-null", at: 0, frames: ["foo"], registers: [("rip", 0x1000)]),
    access("exec-data", at: 0x1_2340, frames: ["???"], registers: [("pc", 0x1_2340)]),
    access("zombie-suspect", not: "garbage-pointer", at: 0x2_8000_1230, frames: ["-objc_release", "work"]),
    access("zombie-known", at: 0x2_8000_1230, frames: ["-objc_release", "-_NSZombie_Cart", "work"]),
    access("garbage-pointer", not: "zombie-suspect", "null-member", at: 0xffff_ffff),
    access("poison-pattern", not: "garbage-pointer", at: 0x6c20_6e75), access("poison-pattern", at: 0x5555_5555_5555_5555),
    access("garbage-pointer", not: "poison-pattern", at: 0x1_0045_2310),
    access("tag-check", at: 0x0300_0002_82a1_0040, codes: "0x0000000000000106, 0x0300000282a10040"),
    access("tag-check", at: 0x0300_0002_82a1_0040, codes: "0x0000000000000107, 0x0300000282a10040"),
    access("", not: "tag-check", at: 0x2_82a1_0040, codes: "0x0000000000000001, 0x0000000282a10040"),
    access("pac-failure", at: 0x8012_3456_7890_1234, codes: "0x0000000000000105, 0x8012345678901234"),
    access("", not: "pac-failure", at: 0x1_2000_0000, codes: "0x2468200, 0x8"),
    access(
      "noncanonical", not: "null-deref", at: 0, registers: [("rip", 0x1000), ("rax", 0xdead_0000_0000_0000)],
      codes: "0x000000000000000d, 0x0"),
    access("bit-flip", at: 0x1000_16b0_0020, registers: [("sp", 0x16b0_0010)]),
    access(
      "bit-flip", not: "null-deref", at: 0,
      registers: [("rip", 0x1000), ("rax", 0x80_7ff0_1234_5678), ("rcx", 0x7ff0_1234_5600)],
      codes: "0x000000000000000d, 0x0"),
    // A register that holds another address; a low bit; two bits; pointer authentication; nothing is there without the bit.
    access(
      "", not: "bit-flip", at: 0, registers: [("rip", 0x1000), ("rax", 0x80_7ff0_1234_5678)], codes: "0x000000000000000d, 0x0"),
    access("", not: "bit-flip", at: 0x1_16b0_0020, registers: [("sp", 0x16b0_0010)]),
    access("", not: "bit-flip", at: 0x3000_16b0_0020, registers: [("sp", 0x16b0_0010)]),
    access("", not: "bit-flip", at: 0x20_0000_16b0_0020, registers: [("sp", 0x16b0_0010)]),
    access("", not: "bit-flip", at: 0x1000_2345_6780, registers: [("sp", 0x16b0_0010)]),
    access(
      "stack-overflow", not: "garbage-pointer", at: 0x16b0_0000, frames: ["recurse", "main"], registers: [("sp", 0x16b0_0010)],
      repeats: 60),
    access("", not: "stack-overflow", at: 0, frames: ["recurse", "main"], repeats: 12),
    access("stack-smashed", at: 0x4141_4141, frames: ["???"], registers: [("pc", 0x4141_4141)]),
    access(
      "write-readonly", at: 0x1_2345, codes: "0x0000000000000002, 0x0000000000012345",
      info: ["__TEXT 100000-200000 [1M] r-x/rwx SM=COW"]),
    access("file-gone", at: 0x2_0000_0000, codes: "0x000000000000000a, 0x0000000200000000"),
    access("kvo-freed-observer", at: 0x2_8000_1230, frames: ["-objc_msgSend", "-NSKeyValueNotifyObserver", "work"]),
    access("", not: "kvo-freed-observer", at: 0x2_8000_1230, frames: ["-objc_msgSend", "work"]),
    access("notification-freed", at: 0x2_8000_1230, frames: ["-objc_msgSend", "-_CFXNotificationPost", "work"], system: "8.4"),
    access("", not: "notification-freed", at: 0x2_8000_1230, frames: ["-cache_getImp", "-_CFXNotificationPost", "work"]),
    access("timer-freed", at: 0x2_8000_1230, frames: ["-objc_msgSend", "-__NSFireTimer", "-CFRunLoopRun"]),
    access("", not: "timer-freed", at: 0x2_8000_1230, frames: ["-objc_msgSend", "-[Clock tick:]", "-__NSFireTimer"]),
    access(
      "ios16-swizzle", at: 0x16b0_0000,
      frames: ["-[NSMutableDictionary(Safe) safe_setObject:forKeyedSubscript:]", "-setObject:forKeyedSubscript:"], repeats: 60,
      system: "16.1"),
    access(
      "", not: "ios16-swizzle", at: 0x16b0_0000, frames: ["-[NSMutableDictionary(Safe) safe_setObject:forKeyedSubscript:]"],
      repeats: 60, system: "15.1"),
    CauseCase(has: ["stack-smashed"], type: "EXC_CRASH", signal: "SIGABRT", frames: ["-abort", "-__stack_chk_fail", "work"]),
    CauseCase(
      has: ["heap-corruption"], lacks: ["abort"], type: "EXC_CRASH", signal: "SIGABRT",
      info: ["malloc: *** error for object 0x1: pointer being freed was not allocated"]),
    CauseCase(has: ["abort"], lacks: ["heap-corruption"], type: "EXC_CRASH", signal: "SIGABRT", info: ["abort() called"]),
  ]

  private static func sanitizer(_ tool: String, _ name: String, _ has: String, not lacks: String...) -> CauseCase {
    CauseCase(has: [has], lacks: ["objc-exception", "cpp-exception"] + lacks, type: tool, name: name, reason: name)
  }

  static let sanitizers: [CauseCase] = [
    sanitizer("AddressSanitizer", "heap-use-after-free", "use-after-free", not: "buffer-overflow", "bad-free"),
    sanitizer("AddressSanitizer", "stack-buffer-overflow", "buffer-overflow", not: "use-after-free", "undefined-behavior"),
    sanitizer("AddressSanitizer", "container-overflow", "buffer-overflow"),
    sanitizer("AddressSanitizer", "double-free", "bad-free", not: "heap-corruption"),
    sanitizer("ThreadSanitizer", "data race", "data-race", not: "uninitialized-memory"),
    sanitizer("UndefinedBehaviorSanitizer", "signed integer overflow", "undefined-behavior", not: "memory-leak"),
    sanitizer("MemorySanitizer", "use-of-uninitialized-value", "uninitialized-memory", not: "use-after-free", "data-race"),
    sanitizer("LeakSanitizer", "memory leaks", "memory-leak"),
  ]

  private static func ended(
    _ has: String, not lacks: String..., by namespace: String, _ code: String?, details: [String] = [], info: [String] = [],
    frames: [String] = ["work"]
  ) -> CauseCase {
    CauseCase(
      has: [has], lacks: lacks, type: "EXC_CRASH", signal: "SIGKILL", info: info, namespace: namespace, code: code,
      details: details, frames: frames)
  }

  static let system: [CauseCase] = [
    CauseCase(has: ["ended-thermal"], lacks: ["ended-processor"], indicator: "thermal", format: .kscrash),
    CauseCase(has: ["ended-processor"], lacks: ["ended-thermal"], indicator: "cpu", format: .kscrash),
    CauseCase(has: ["ended-battery"], lacks: ["ended-memory"], indicator: "low_battery", format: .kscrash),
    CauseCase(has: ["ended-memory"], lacks: ["ended-reboot"], indicator: "memory_limit", format: .kscrash),
    CauseCase(has: ["ended-reboot"], lacks: ["ended-battery"], indicator: "reboot", format: .kscrash),
    ended("watchdog", not: "kill-code", by: "SPRINGBOARD", "0x8badf00d"), ended("watchdog", by: "FRONTBOARD", "2343432205"),
    ended(
      "watchdog-busy", not: "watchdog-blocked", by: "SPRINGBOARD", "0x8badf00d",
      info: ["Elapsed application CPU time (seconds): 8.780, 87% CPU"]),
    ended("watchdog-blocked", by: "SPRINGBOARD", "0x8badf00d", details: ["Elapsed application CPU time (seconds): 0.1, 1% CPU"]),
    ended("suspended-lock", not: "kill-code", by: "RUNNINGBOARD", "0xdead10cc"),
    ended("kill-code", by: "SPRINGBOARD", "0xc00010ff"),
    ended("dyld-library", by: "DYLD", "1", details: ["Library not loaded: @rpath/A.framework/A"]),
    ended("dyld-symbol", not: "dyld-library", by: "DYLD", "4", details: ["Symbol not found: _x"]),
    ended("dyld-signature", by: "DYLD", "5"), ended("dyld-other", by: "DYLD", "7"),
    ended("codesign", not: "kill-code", by: "CODESIGNING", "2"),
    ended("tcc-usage", by: "TCC", "0", details: ["attempted to access privacy-sensitive data without a usage description"]),
    ended("memory-limit", by: "JETSAM", "7", details: ["per-process-limit"]),
    ended("memory-pressure", not: "memory-limit", by: "JETSAM", "4", details: ["vm-pageshortage"]),
    CauseCase(has: ["exit-requested"], signal: "SIGTERM"), CauseCase(has: ["exit-requested"], signal: "SIGKILL"),
    CauseCase(has: ["guard-fd"], type: "EXC_GUARD", codes: "0x400000010000000c, 0x1"),
    CauseCase(has: ["guard-port"], type: "EXC_GUARD", codes: "0x2000020000002703, 0x0"),
    CauseCase(has: ["guard-vnode"], type: "EXC_GUARD", codes: "0x8000000400000001, 0x0"),
    CauseCase(has: ["guard-vm"], type: "EXC_GUARD", codes: "0xa000000100000001, 0x0"),
    CauseCase(has: ["resource-cpu"], type: "EXC_RESOURCE", codes: "0x2800000000000050, 0x60"),
    CauseCase(has: ["resource-wakeups"], type: "EXC_RESOURCE", codes: "0x4400000000000096, 0x100"),
    CauseCase(has: ["resource-disk"], type: "EXC_RESOURCE", codes: "0x8400000000000096, 0x100"),
    CauseCase(has: ["hang"], lacks: ["deadlock-main"], kind: .hang),
    CauseCase(has: ["hang-system"], lacks: ["hang"], frames: ["-__semwait_signal", "-wait_for_server"], kind: .hang),
    CauseCase(
      has: ["kernel-panic"], info: ["panic(cpu 1 caller 0x1): btn_rst"], kind: .other, panic: "panic(cpu 1 caller 0x1): btn_rst"),
    CauseCase(
      has: ["hang-sampled-late"], lacks: ["hang"], frames: ["-mach_msg_trap", "-__CFRunLoopServiceMachPort", "-__CFRunLoopRun"],
      kind: .hang),
    CauseCase(has: ["deadlock-main"], frames: ["-__psynch_mutexwait", "-_pthread_mutex_lock_wait", "work"], kind: .hang),
    CauseCase(
      has: ["hang-network"], frames: ["-__psynch_cvwait", "-CFURLConnectionSendSynchronousRequest", "work"], kind: .hang),
    CauseCase(has: ["reporter-crash"], type: "EXC_BAD_ACCESS", fault: 0x8888_1234, frames: ["work"], recrashed: true),
  ]
}
