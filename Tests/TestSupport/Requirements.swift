import Foundation
package import Testing

/// What a test needs and a machine may lack. A test without it is reported as skipped, with the reason.
extension Trait where Self == ConditionTrait {
  /// The test reads real reports.
  package static var corpus: Self {
    .enabled(if: Corpus.path != nil, "no corpus beside the checkout and none in $SYMBOLICATE_CORPUS")
  }

  /// The test runs another program.
  package static func program(_ path: String) -> Self {
    .enabled(if: FileManager.default.isExecutableFile(atPath: path), "\(path) is not installed (.ci/setup tests)")
  }

  /// The test compares with a package of Python (`make oracles`).
  package static func python(_ module: String) -> Self {
    .enabled(if: Oracle.has(module), "python3 has no module \(module) (make oracles)")
  }

  /// The test mounts file systems of its own.
  package static var mounts: Self {
    .enabled(if: canMount, "unshare --map-root-user --mount may not mount a tmpfs here")
  }

  /// The test hides /proc.
  package static var hidesProc: Self {
    .enabled(if: canHideProc, "unshare --map-root-user --mount may not mount over /proc here")
  }

  /// The test limits the memory of the program or looks at its libraries: a sanitizer has its own (`make sanitize`).
  package static var unsanitized: Self {
    .enabled(if: ProcessInfo.processInfo.environment["SYMBOLICATE_SANITIZER"] == nil, "the program runs under a sanitizer")
  }

  /// The test sends signals that the program has to take at once: the thread sanitizer hands them on when their thread calls the system again.
  package static var takesSignals: Self {
    .enabled(if: ProcessInfo.processInfo.environment["SYMBOLICATE_SANITIZER"] != "thread", "the thread sanitizer delays signals")
  }

  /// The test limits what the thread sanitizer has of its own: terabytes of addresses, and files.
  package static var limitsResources: Self {
    .enabled(if: ProcessInfo.processInfo.environment["SYMBOLICATE_SANITIZER"] != "thread", "the thread sanitizer needs more")
  }

  /// The kernel refuses system calls to contained processes.
  package static var filtersCalls: Self {
    .enabled(
      if: FileManager.default.fileExists(atPath: "/proc/sys/kernel/seccomp/actions_avail"), "the kernel has no seccomp filters")
  }

  /// The test traces system calls.
  package static var traces: Self { .enabled(if: canTrace, "strace is not installed or may not trace") }
}

private let canMount = succeeds("/usr/bin/unshare", ["--map-root-user", "--mount", "/bin/mount", "-t", "tmpfs", "tmpfs", "/mnt"])
private let canHideProc = succeeds(
  "/usr/bin/unshare", ["--map-root-user", "--mount", "/bin/mount", "-t", "tmpfs", "tmpfs", "/proc"])
private let canTrace = succeeds("/usr/bin/strace", ["-f", "-o", "/dev/null", "/bin/true"])

private func succeeds(_ program: String, _ arguments: [String]) -> Bool {
  guard FileManager.default.isExecutableFile(atPath: program) else { return false }
  return (try? ToolRun.of(program, arguments).status) == 0
}
