package import SymbolModel

/// The process that a report is about.
package struct CrashedProcess: Sendable {
  /// The process name.
  package var name: String?
  /// The bundle identifier.
  package var bundleID: String?
  /// The short version.
  package var version: String?
  /// The build number.
  package var build: String?
  /// The process ID.
  package var pid: Int?
  /// The path of the executable on the device.
  package var path: String?

  /// Creates an empty value.
  package init() {}
}

/// The machine that the process ran on.
package struct Device: Sendable {
  /// The hardware model, for example `iPhone14,5`.
  package var model: String?
  /// The reporter's identifier of an installation: CrashReporter Key, hash of device and app. Never printed unchanged.
  package var reporterKey: String?
  /// The processor type as reported, for example `ARM-64 (Native)` or `x86_64`.
  package var cpuType: String?

  /// Creates an empty value.
  package init() {}
}

/// The operating system that the process ran on.
package struct OperatingSystem: Sendable {
  /// The name, for example `iPhone OS` or `macOS`.
  package var name: String?
  /// The version, for example `17.1`.
  package var version: String?
  /// The build, for example `21B74`.
  package var build: String?

  /// Creates an empty value.
  package init() {}
}

/// The exception that stopped the process.
package struct CrashException: Sendable {
  /// The Mach exception or the reporter's own type, for example `EXC_BAD_ACCESS`.
  package var type: String?
  /// The signal's name.
  package var signal: String?
  /// The codes as reported.
  package var codes: String?
  /// The subtype, for example `KERN_INVALID_ADDRESS at 0x0`.
  package var subtype: String?
  /// The system's message, of exceptions such as `EXC_GUARD`.
  package var message: String?
  /// The address that was accessed, in the crashed process, or nil if it is not reported.
  package var faultAddress: RuntimeAddress?
  /// The name of a language exception, for example `NSRangeException`.
  package var name: String?
  /// The name in the report's spelling if that is the mangled name of a C++ type (`St13runtime_error`); nil otherwise.
  package var mangledName: String?
  /// The reason of a language exception.
  package var reason: String?
  /// The class of the exception's object: `NSException`, or a subclass of it.
  package var className: String?

  /// Creates an empty value.
  package init() {}
}

extension CrashException {
  /// The prefix of the names that the Swift compiler gives the checks that it inlines.
  package static let runtimeFailure = "Swift runtime failure: "

  /// The reason if it comes from a check by the Swift compiler, or nil otherwise.
  package var runtimeFailure: String? { reason.flatMap { $0.hasPrefix(Self.runtimeFailure) ? $0 : nil } }

  /// Whether the process accessed memory without permission.
  package var isMemoryFault: Bool {
    type == "EXC_BAD_ACCESS"
      || signal == "SIGSEGV" || signal == "SIGBUS" || type == "SIGSEGV" || type == "SIGBUS"
      || type?.hasPrefix("Bad pointer") == true || type == "Bus error"
  }

  /// Whether `faultAddress` is meaningful: reporters write 0 if there is none, so 0 is an address only for memory faults.
  package var isFaultAddressTelling: Bool { faultAddress.map { $0.value != 0 || isMemoryFault } ?? false }
}

/// The process that ended this one, and the reason.
package struct Termination: Sendable {
  /// The namespace, for example `SIGNAL` or `SPRINGBOARD`.
  package var namespace: String?
  /// The code as reported.
  package var code: String?
  /// The meaning of the code, as reported.
  package var indicator: String?
  /// Further lines.
  package var details: [String] = []
  /// The process that ended this one.
  package var byProcess: String?
  /// The process ID of that process.
  package var byPID: Int?

  /// Creates an empty value.
  package init() {}
}

extension Termination {
  /// The code for people, or nil without one. Apple documents large codes in hexadecimal, reports print them in decimal:
  /// `2343432205 (0x8badf00d)`.
  package var codeWords: String? {
    guard let code, let number = UInt64(code), number >= 1 << 28 else { return code }
    return "\(code) (0x\(String(number, radix: 16)))"
  }
}
