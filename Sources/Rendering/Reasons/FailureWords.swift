package import CrashModel

/// The class of a failure for people.
package enum FailureWords {
  /// Returns the class itself, or, if nothing in the report tells it, what kind of report it is.
  static func of(_ failure: FailureClass, isCrash: Bool) -> String {
    failure == .unknown ? (isCrash ? "crash" : "report") : failure.name
  }

  /// Returns the class in words: `Bad memory access`, `NSRangeException`, `Killed by the watchdog`.
  package static func title(_ failure: FailureClass, isCrash: Bool) -> String {
    switch failure {
    case .badAccess: "Bad memory access"
    case .trap: "Trap"
    case .arithmetic: "Arithmetic exception"
    case .abort: "Abort"
    case .stackOverflow: "Stack overflow"
    case .panic: "Panic"
    case .deadlock: "Deadlock"
    case .hang: "Hang"
    case .cpu: "Processor use"
    case .diskWrite: "Disk writes"
    case .leak: "Memory leak"
    case .sample: "Sample"
    case .jetsam: "Out of memory"
    case .simulated: "Simulated report"
    case .nonFatal: "Non-fatal condition"
    case .exception(let type): type
    case .guarded(let type): "Guarded resource (\(type))"
    case .resource(let type): "Resource limit (\(type))"
    case .killed(let code): killed(code)
    case .terminated(let end): "Ended by the system (\(end))"
    case .signal(let name): name.uppercased()
    case .unknown: isCrash ? "Crash" : "Report"
    }
  }

  private static func killed(_ code: UInt64) -> String {
    FailureClass.killed(code).isUnresponsive ? "Killed by the watchdog" : "Killed by the system (0x\(String(code, radix: 16)))"
  }
}
