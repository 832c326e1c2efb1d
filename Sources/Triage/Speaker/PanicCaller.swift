internal import CrashModel

/// Finds where a kernel's panic began. Above it on the stack is how the kernel stops.
enum PanicCaller {
  /// Whether a report has the message of a kernel's panic.
  static func isPanic(_ report: CrashReport) -> Bool {
    report.backtraces.contains { $0.kind == .panic } || report.details.contains { $0.key == ReportDetail.panicKey }
  }

  /// Returns the number of functions above the one that the message names: the caller of `panic`, or, after a fault, the function
  /// that made it. 0 if the message names none of them.
  static func depth(_ entries: [StackEntry], _ report: CrashReport) -> Int {
    guard let reason = report.applicationSpecificInformation.first else { return 0 }
    for mark in [" lr 0x", "Kernel trap at 0x", " caller 0x"] {
      guard let at = reason.position(of: mark), let address = address(reason[at...].dropFirst(mark.count)) else { continue }
      let found = entries.firstIndex { entry in
        report.frames[entry.frame].address.map { $0.value & codeBits == address & codeBits } ?? false
      }
      if let found { return found }
    }
    return 0
  }

  /// The bits of a kernel's addresses without those that a signature may take.
  private static let codeBits: UInt64 = 0xff_ffff_ffff

  private static func address(_ text: Substring) -> UInt64? { UInt64(text.prefix(while: \.isHexDigit), radix: 16) }
}
