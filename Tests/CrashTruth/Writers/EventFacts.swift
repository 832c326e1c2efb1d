extension TrueEvent {
  var versionText: String { "1.\(version)" }
  var buildText: String { String(100 + version * 10) }

  /// The launch by the device's clock, which was set later.
  var clockLaunch: Double { launch - clockJump }

  /// The address of a frame in the process.
  func address(_ frame: TrueFrame) -> UInt64 { images[frame.image].base + frame.offset }

  /// Texts of the end of a process that the system wrote.
  var termination: (namespace: String, code: String, details: [String])? {
    let words = FailureWords(self)
    switch bug.failure {
    case .watchdog:
      return (
        "FRONTBOARD", "2343432205",
        [
          "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app exhausted real (wall clock) time allowance of 10.00 seconds"
        ]
      )
    case .privacy:
      let text = "This app has crashed because it attempted to access privacy-sensitive data without a usage description."
      return ("TCC", "0", [text])
    case .guardFile: return ("GUARD", String(guardCode), [])
    case .signature: return ("CODESIGNING", "2", ["Invalid Page"])
    default: return ("SIGNAL", String(words.signalNumber), [])
    }
  }

  /// A file descriptor that was closed: type 2, flavor 1.
  var guardCode: UInt64 { 2 << 61 | 1 << 32 | 12 }

  var codes: (UInt64, UInt64) {
    if let fault { return (1, fault) }
    if bug.failure.isTrap { return (1, frames.first.map(address) ?? 0) }
    return bug.failure == .guardFile ? (guardCode, 0) : (0, 0)
  }
}
