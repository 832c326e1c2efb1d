public import SymbolModel

/// The process that a report is about.
public struct CrashedProcess: Sendable {
  /// The process name.
  public var name: String?
  /// The bundle identifier.
  public var bundleID: String?
  /// The short version.
  public var version: String?
  /// The build number.
  public var build: String?
  /// The process ID.
  public var pid: Int?
  /// The path of the executable on the device.
  public var path: String?

  /// Creates an empty value.
  public init() {}
}

/// The machine that the process ran on.
public struct Device: Sendable {
  /// The hardware model, for example `iPhone14,5`.
  public var model: String?
  /// The reporter's identifier of an installation: CrashReporter Key, hash of device and app. Never printed unchanged.
  public var reporterKey: String?
  /// The processor type as reported, for example `ARM-64 (Native)` or `x86_64`.
  public var cpuType: String?

  /// Creates an empty value.
  public init() {}
}

/// The operating system that the process ran on.
public struct OperatingSystem: Sendable {
  /// The name, for example `iPhone OS` or `macOS`.
  public var name: String?
  /// The version, for example `17.1`.
  public var version: String?
  /// The build, for example `21B74`.
  public var build: String?

  /// Creates an empty value.
  public init() {}
}

/// The exception that stopped the process.
public struct CrashException: Sendable {
  /// The Mach exception or the reporter's own type, for example `EXC_BAD_ACCESS`.
  public var type: String?
  /// The signal's name.
  public var signal: String?
  /// The codes as reported.
  public var codes: String?
  /// The subtype, for example `KERN_INVALID_ADDRESS at 0x0`.
  public var subtype: String?
  /// The system's message, of exceptions such as `EXC_GUARD`.
  public var message: String?
  /// The address that was accessed, in the crashed process, or nil if it is not reported.
  public var faultAddress: RuntimeAddress?
  /// The name of a language exception, for example `NSRangeException`.
  public var name: String?
  /// The name in the report's spelling if that is the mangled name of a C++ type (`St13runtime_error`); nil otherwise.
  public var mangledName: String?
  /// The reason of a language exception.
  public var reason: String?

  /// Creates an empty value.
  public init() {}
}

extension CrashException {
  /// The prefix of the names that the Swift compiler gives the checks that it inlines.
  public static let runtimeFailure = "Swift runtime failure: "

  /// The reason if it comes from a check by the Swift compiler, or nil otherwise.
  public var runtimeFailure: String? { reason.flatMap { $0.hasPrefix(Self.runtimeFailure) ? $0 : nil } }

  /// Whether the process accessed memory without permission.
  public var isMemoryFault: Bool {
    type == "EXC_BAD_ACCESS"
      || signal == "SIGSEGV" || signal == "SIGBUS" || type == "SIGSEGV" || type == "SIGBUS"
      || type?.hasPrefix("Bad pointer") == true
  }

  /// Whether `faultAddress` is meaningful: reporters write 0 if there is none, so 0 is an address only for memory faults.
  public var isFaultAddressTelling: Bool { faultAddress.map { $0.value != 0 || isMemoryFault } ?? false }
}

/// The process that ended this one, and the reason.
public struct Termination: Sendable {
  /// The namespace, for example `SIGNAL` or `SPRINGBOARD`.
  public var namespace: String?
  /// The code as reported.
  public var code: String?
  /// The meaning of the code, as reported.
  public var indicator: String?
  /// Further lines.
  public var details: [String] = []
  /// The process that ended this one.
  public var byProcess: String?
  /// The process ID of that process.
  public var byPID: Int?

  /// Creates an empty value.
  public init() {}
}

extension Termination {
  /// The code for people, or nil without one. Apple documents large codes in hexadecimal, reports print them in decimal:
  /// `2343432205 (0x8badf00d)`.
  public var codeWords: String? {
    guard let code, let number = UInt64(code), number >= 1 << 28 else { return code }
    return "\(code) (0x\(String(number, radix: 16)))"
  }
}
