import CrashModel
import Reports
import SymbolModel

/// Makes reports of known scenarios, with the noise that real ones have: other processors, reporters, builds, names, versions,
/// depths, frames of the system in between.
struct ReportGenerator {
  var random: SeededRandom
  private var count = 0

  init(seed: UInt64) { random = SeededRandom(seed) }

  static let apps = ["com.example.shop", "com.example.pay", "org.example.reader"]

  /// One report of a scenario.
  mutating func report(_ scenario: Scenario, app: String) -> SymbolicatedReport {
    count += 1
    let isARM = random.happens(70)
    var report = CrashReport(format: random.pick([.ips, .appleText, .kscrash, .sentry, .plcrash]), kind: .crash)
    report.process.bundleID = random.happens(20) ? app.uppercased() : app
    report.process.name = "Shop"
    report.process.version = "1.\(random.number(0...6))"
    report.device.model = random.pick(["iPhone14,5", "iPhone15,2", "iPad13,1"])
    report.device.reporterKey = "device-\(random.number(1...2000))"
    report.system.name = "iPhone OS"
    report.system.version = "\(random.number(15...18)).\(random.number(0...5))"
    report.identifier = "incident-\(count)-\(random.next())"
    report.time =
      "2026-11-\(Self.two(random.number(1...20))) \(Self.two(random.number(0...23))):11:\(Self.two(random.number(0...59))) +0000"
    report.images = Self.images
    var names: [(String, Int)] = []
    fill(&report, &names, scenario, isARM: isARM)
    return answered(report, names, scenario)
  }

  /// Exception, texts and the frames above the app's, by failure.
  private mutating func fill(_ report: inout CrashReport, _ names: inout [(String, Int)], _ scenario: Scenario, isARM: Bool) {
    var exception = CrashException()
    func memory(_ address: UInt64) {
      exception.type = "EXC_BAD_ACCESS"
      exception.signal = random.happens(60) ? "SIGSEGV" : "SIGBUS"
      exception.subtype = "KERN_INVALID_ADDRESS at 0x\(String(address, radix: 16))"
      exception.faultAddress = RuntimeAddress(address)
    }
    func trap() {
      exception.type = isARM ? "EXC_BREAKPOINT" : "EXC_BAD_INSTRUCTION"
      exception.signal = isARM ? "SIGTRAP" : "SIGILL"
    }
    func abort() {
      (exception.type, exception.signal) = ("EXC_CRASH", "SIGABRT")
      names += [("__pthread_kill", 1), (random.happens(50) ? "pthread_kill" : "pthread_kill$VARIANT$mp", 1), ("abort", 1)]
    }
    switch scenario.failure {
    case .null(let offset): memory(offset)
    case .garbage: memory(0x1_2345_6780 + UInt64(random.number(0...9999)) * 16)
    case .zombie:
      memory(0x2_8000_0010 + UInt64(random.number(0...9999)) * 16)
      names.append((random.pick(["objc_msgSend", "objc_release", "objc_retain"]), 1))
    case .recursion: memory(0x16b0_0000 + UInt64(random.number(0...9999)))
    case .nilUnwrap:
      trap()
      if random.happens(50) {
        names.append(("Swift runtime failure: Unexpectedly found nil while unwrapping an Optional value", 0))
      } else {
        report.applicationSpecificInformation = [
          "Shop/Cart.swift:\(random.number(10...99)): Fatal error: Unexpectedly found nil while unwrapping an Optional value"
        ]
        names.append(("_assertionFailure(_:_:file:line:flags:)", 1))
      }
    case .index:
      trap()
      names.append(("Swift runtime failure: Index out of range", 0))
      if random.happens(50) { names.append(("Array._checkSubscript(_:wasNativeTypeChecked:)", 0)) }
    case .trap: trap()
    case .exception(let name, let reason):
      abort()
      (exception.name, exception.reason) = (name, String(reason.map { $0 == "#" ? Character("\(random.number(3...9))") : $0 }))
      names = [("__exceptionPreprocess", 1), ("objc_exception_throw", 1)]
    case .cpp(let type):
      abort()
      (exception.name, exception.mangledName) = (type, "N4shop10AuditErrorE")
      names += [("std::terminate()", 1), ("__cxa_throw", 1)]
    case .abort(let text):
      abort()
      report.applicationSpecificInformation = [text ?? "abort() called"]
    case .hang:
      report.kind = .hang
      names.append((random.pick(["__semwait_signal", "mach_msg2_trap"]), 1))
    case .watchdog:
      (exception.type, exception.signal) = ("EXC_CRASH", "SIGKILL")
      var ended = Termination()
      ended.namespace = random.pick(["SPRINGBOARD", "FRONTBOARD"])
      ended.code = random.pick(["0x8badf00d", "2343432205"])
      report.termination = ended
    case .memory: report.kind = .jetsam
    case .tcc:
      (exception.type, exception.signal) = ("EXC_CRASH", "SIGABRT")
      var ended = Termination()
      (ended.namespace, ended.code) = ("TCC", "0")
      ended.details = ["This app has crashed because it attempted to access privacy-sensitive data without a usage description."]
      report.termination = ended
      names = [("__abort_with_payload", 1)]
    }
    report.exception = exception
  }

  /// Puts the stack together and answers it as debug files would.
  private mutating func answered(_ original: CrashReport, _ top: [(String, Int)], _ scenario: Scenario) -> SymbolicatedReport {
    var report = original
    var names = top
    if random.happens(10) { names = [("kscrash_record", 0), ("_sigtramp", 1)] + names }
    let depth: Int
    if case .recursion = scenario.failure {
      depth = random.number(40...110)
    } else {
      depth = random.happens(10) ? random.number(2...5) : 1
    }
    // A function that was inlined leaves no trace where only symbols are known: nobody can tell such a report.
    let isLost = depth == 1 && random.number(1...200) == 1
    if !isLost { for _ in 0..<depth { names.append((random.pick(scenario.spellings), 0)) } }
    // Many ways lead to one function.
    for caller in Self.callers.shuffled(using: &random).prefix(random.number(0...3)) {
      names.append((caller, 0))
      if random.happens(20) { names.append((random.pick(Self.between), 2)) }
    }
    names += [("-[Screen update\(random.number(1...4)):]", 0), ("__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__", 2)]
    names += [("__CFRunLoopRun", 2), ("CFRunLoopRunSpecific", 2), ("UIApplicationMain", 2), ("main", 0), ("start", 1)]
    for (index, name) in names.enumerated() {
      var frame = Frame(
        index: index, kind: index == 0 ? .exact : .returnAddress, address: RuntimeAddress(0x1_0000_1000 + UInt64(index) * 64))
      frame.image = name.1
      report.frames.append(frame)
    }
    let isMain = if case .hang = scenario.failure { true } else { random.happens(80) }
    report.threads = [CrashThread(index: isMain ? 0 : 7, crashed: true, frames: 0..<names.count)]
    if case .watchdog = scenario.failure { report.threads[0].index = 0 }
    let resolutions = names.map { name, image in
      let file = image == 0 ? "/src/shop/File.swift" : nil
      return FrameResolution(
        basis: image == 0 ? .line : .reported, symbol: name,
        sources: image == 0 ? [SourceFrame(function: name, file: file, line: UInt32(random.number(1...400)))] : [])
    }
    return SymbolicatedReport(
      report: report, resolutions: resolutions, imageStatuses: report.images.map { _ in ImageStatus(.found) },
      path: "reports/\(count).ips")
  }

  private static let callers = [
    "Session.resume(_:)", "-[Router open:]", "shop::Cache::refresh(bool)", "closure #1 in Feed.reload()", "ledger_sync",
  ]
  private static let between = ["-[NSArray enumerateObjectsUsingBlock:]", "_dispatch_client_callout", "swift_job_runImpl"]

  private static let images: [BinaryImage] = {
    var app = BinaryImage(name: "Shop", path: "/private/var/containers/Bundle/Application/A/Shop.app/Shop")
    app.inApp = true
    return [
      app, BinaryImage(name: "libsystem_kernel.dylib", path: "/usr/lib/system/libsystem_kernel.dylib"),
      BinaryImage(name: "CoreFoundation", path: "/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation"),
    ]
  }()

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
