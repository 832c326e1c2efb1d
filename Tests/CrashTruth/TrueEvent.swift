/// What a file of a report is written in.
package enum TrueFormat: String, Sendable, CaseIterable {
  case ips, appleText = "crash", kscrash, sentry, plcrash, metricKit = "metrickit"
  case swiftJSON = "swift-json", swiftText = "swift-text", console, lldb, crashlytics, jetsam
}

/// One frame of a stack.
struct TrueFrame: Sendable {
  var name: String
  /// The position among the images of the event.
  var image: Int
  /// The distance from the start of the image.
  var offset: UInt64
  var file: String?
  var line = 0
  /// Whether the report has its address alone.
  var isBare = false
}

/// One image of a process.
struct TrueImage: Sendable {
  var name: String
  var path: String
  var uuid: String
  var base: UInt64
  var size: UInt64
}

/// One thing that happened to one process, with all that reports may tell of it.
struct TrueEvent: Sendable {
  var bug: Bug
  var app: TrueApp
  var version = 0
  var device = ""
  var model = ""
  var system = ""
  var isARM = true
  var identifier = ""
  var pid = 0
  /// Seconds since 1970.
  var launch = 0.0
  var time = 0.0
  /// The seconds by which the clock was set while the process lived.
  var clockJump = 0.0
  /// Minutes east of UTC of the device.
  var zone = 0
  /// What KSCrash counts.
  var launches = 1
  var fault: UInt64?
  var reason: String?
  var information: [String] = []
  var isOnMainThread = true
  var images: [TrueImage] = []
  /// Innermost first: the stack of the exception where one was thrown, else of the thread.
  var frames: [TrueFrame] = []
  /// The stack of the thread where an exception has its own.
  var raising: [TrueFrame] = []
  /// Whether the app's names must come from the debug file.
  var isBare = false

  var uptime: Double { time - launch }

  var isThrown: Bool { if case .exception = bug.failure { true } else { false } }
}

/// An app.
struct TrueApp: Hashable, Sendable {
  var bundle: String
  var name: String

  static let phone = [
    TrueApp(bundle: "com.example.shop", name: "Shop"), TrueApp(bundle: "com.example.pay", name: "Pay"),
    TrueApp(bundle: "org.example.reader", name: "Reader"),
  ]
  static let server = TrueApp(bundle: "ledgerd", name: "ledgerd")
}

/// The names of exceptions and signals.
struct FailureWords {
  var type: String
  var number: UInt64
  var signal: String
  var signalNumber: Int
  var signalText: String

  init(_ event: TrueEvent) {
    switch event.bug.failure {
    case .null, .member, .garbage, .zombie, .recursion:
      (type, number, signal, signalNumber, signalText) = ("EXC_BAD_ACCESS", 1, "SIGSEGV", 11, "Segmentation fault: 11")
    case .nilUnwrap, .index, .precondition:
      if event.isARM {
        (type, number, signal, signalNumber, signalText) = ("EXC_BREAKPOINT", 6, "SIGTRAP", 5, "Trace/BPT trap: 5")
      } else {
        (type, number, signal, signalNumber, signalText) = ("EXC_BAD_INSTRUCTION", 2, "SIGILL", 4, "Illegal instruction: 4")
      }
    case .watchdog, .guardFile, .signature:
      (type, number, signal, signalNumber, signalText) = ("EXC_CRASH", 10, "SIGKILL", 9, "Killed: 9")
    case .exception, .cpp, .abort, .privacy, .deadlock, .hang:
      (type, number, signal, signalNumber, signalText) = ("EXC_CRASH", 10, "SIGABRT", 6, "Abort trap: 6")
    }
    if event.bug.failure == .guardFile { (type, number) = ("EXC_GUARD", 12) }
  }
}
