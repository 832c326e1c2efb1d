package import CrashModel

/// Causes for people. JSON and rules have their identifiers.
package enum CauseWords {
  /// Returns a noun phrase for a cause: `member of a null pointer`. A cause of the user's own rules has the words of its identifier.
  package static func title(_ id: String) -> String { titles[id] ?? String(id.map { $0 == "-" ? " " : $0 }) }

  /// `likely cause: member of a null pointer`; `share` follows in parentheses.
  package static func clause(_ id: String, _ confidence: TriageCause.Confidence?, share: String? = nil) -> String {
    let label =
      switch confidence {
      case .certain, nil: "cause"
      case .likely: "likely cause"
      case .hint: "possibly"
      }
    return "\(label): \(title(id))" + (share.map { " (\($0))" } ?? "")
  }

  /// The same where a label says that it is a cause: `likely: member of a null pointer`.
  package static func phrase(_ id: String, _ confidence: TriageCause.Confidence?, share: String? = nil) -> String {
    let label =
      switch confidence {
      case .certain, nil: ""
      case .likely: "likely: "
      case .hint: "possibly: "
      }
    return label + title(id) + (share.map { " (\($0))" } ?? "")
  }

  private static let titles: [String: String] = [
    "abort": "the process aborted itself",
    "arithmetic": "integer division by zero",
    "background-budget": "background task over its budget",
    "bad-access": "bad memory access, address unknown",
    "bad-free": "memory freed twice or wrongly",
    "bit-flip": "faulty memory (one bit of an address)",
    "buffer-overflow": "access beyond a buffer",
    "codesign": "invalid code signature",
    "coredata-context": "Core Data object used off its queue",
    "cpp-exception": "uncaught C++ exception",
    "data-race": "data race",
    "deadlock-main": "main thread waits for a lock",
    "dispatch-assert": "code ran on the wrong queue",
    "dyld-library": "library not found at launch",
    "dyld-other": "the loader refused to start the process",
    "dyld-signature": "library with a wrong signature",
    "dyld-symbol": "symbol missing in a library",
    "ended-battery": "the battery was empty",
    "ended-memory": "out of memory",
    "ended-processor": "too much processor time",
    "ended-reboot": "the device restarted",
    "ended-thermal": "the device was too hot",
    "exec-data": "data run as code",
    "exit-requested": "the process was asked to end",
    "file-gone": "a mapped file shrank or went away",
    "garbage-pointer": "garbage pointer",
    "guard-fd": "file descriptor of another owner used",
    "guard-port": "Mach port misused",
    "guard-vm": "guarded memory changed",
    "guard-vnode": "guarded file removed or changed",
    "hang": "work on the main thread",
    "hang-network": "main thread waits for the network",
    "hang-sampled-late": "main thread was idle when sampled",
    "hang-system": "main thread waits in the system",
    "heap-corruption": "heap corrupted earlier",
    "illegal-instruction": "illegal instruction",
    "ios16-swizzle": "swizzled subscript recursion on iOS 16",
    "js-error": "JavaScript error",
    "jump-null": "call of a null function pointer",
    "kernel-panic": "kernel panic",
    "kill-code": "ended by the system, see the code",
    "kvc-misuse": "unknown key (key-value coding)",
    "kvo-freed-observed": "observed object freed with observers",
    "kvo-freed-observer": "observer freed without removal",
    "kvo-misuse": "observer removed or added wrongly",
    "libcpp-hardening": "failed check of the C++ library",
    "libdispatch-deadlock": "dispatch_sync on the running queue",
    "libdispatch-misuse": "misuse of dispatch",
    "memory-leak": "memory leak",
    "memory-limit": "the process's own memory limit",
    "memory-pressure": "the device ran out of memory",
    "noncanonical": "pointer was overwritten or freed",
    "notification-freed": "freed notification observer",
    "null-deref": "null pointer",
    "null-member": "member of a null pointer",
    "objc-array-range": "array index out of range",
    "objc-assert": "failed assertion",
    "objc-exception": "Objective-C exception",
    "objc-mutated-enumerating": "collection changed while enumerated",
    "objc-nil-insert": "nil put into a collection",
    "objc-nil-string": "nil passed to a string method",
    "objc-nsnull": "JSON null used as an object",
    "objc-runtime-fatal": "fatal error of the Objective-C runtime",
    "objc-selector-zombie": "message to a freed object",
    "objc-string-range": "string range out of bounds",
    "objc-type-confusion": "object of another class than expected",
    "objc-unrecognized-selector": "unrecognized selector",
    "pac-failure": "pointer authentication failed",
    "poison-pattern": "freed memory used (fill pattern)",
    "reporter-crash": "the crash handler crashed as well",
    "resource-cpu": "too much processor time",
    "resource-disk": "too much written to disk",
    "resource-wakeups": "too many wakeups",
    "stack-overflow": "stack overflow",
    "stack-smashed": "buffer on the stack overrun",
    "suspended-lock": "file lock held while suspended",
    "swift-cast": "failed cast (as!)",
    "swift-continuation": "continuation resumed twice or never",
    "swift-exclusivity": "overlapping access to a variable",
    "swift-index": "index out of range",
    "swift-isolation": "callback off its actor",
    "swift-nil-unwrap": "nil was unwrapped",
    "swift-overflow": "arithmetic overflow",
    "swift-precondition": "failed precondition or fatalError",
    "swift-range": "invalid range",
    "swift-try": "error thrown in a forced try",
    "swiftui-loop": "state changed during a SwiftUI update",
    "tag-check": "memory tag mismatch (use after free or overflow)",
    "tcc-usage": "usage description missing in Info.plist",
    "thread-explosion": "too many blocked threads",
    "timer-freed": "timer outlived its target",
    "trap-unnamed": "deliberate trap, reason unknown",
    "ui-batch-update": "data changed outside a batch update",
    "ui-off-main": "UI used off the main thread",
    "undefined-behavior": "undefined behavior",
    "unfair-lock": "unfair lock misused",
    "uninitialized-memory": "uninitialized memory used",
    "unowned-read": "unowned object is gone",
    "use-after-free": "use after free",
    "watchdog": "main thread did not respond in time",
    "watchdog-blocked": "main thread waited too long",
    "watchdog-busy": "main thread computed too long",
    "write-readonly": "write to constant memory",
    "zombie-known": "message to a freed object",
    "zombie-suspect": "object used after free, probably",
  ]
}
