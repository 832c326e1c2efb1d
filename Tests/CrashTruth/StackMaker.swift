/// Puts together what a process looked like when it failed, with the noise that real reports have.
struct StackMaker {
  /// Addresses of functions in the fixture's debug file, by mangled name: distances from the image's start.
  let debugFunctions: [String: [UInt64]]
  /// The UUID of that file.
  static let debugUUID = "4C4C44E4-5555-3144-A1B0-602671AD96B1"

  static let app = 0
  static let kernel = 1
  static let foundation = 2
  static let interface = 3
  static let objc = 4
  static let loader = 5
  static let runtime = 6

  /// Fills in images, stacks, fault address and texts. `isEarly`: the process was still starting.
  func fill(_ event: inout TrueEvent, isEarly: Bool, _ random: inout TruthRandom) {
    event.isBare = event.bug.debugName.map { debugFunctions[$0]?.isEmpty == false } == true && random.happens(60)
    (event.information, event.reason, event.raising) = ([], nil, [])
    event.images = images(event, &random)
    event.fault = event.bug.failure.address(&random)
    event.isOnMainThread = isEarly || [.hang, .watchdog, .deadlock].contains(event.bug.failure) || random.happens(75)
    if case .exception(_, let reason) = event.bug.failure {
      event.reason = String(reason.map { $0 == "#" ? Character("\(random.number(3...9))") : $0 })
    }
    var top = tops(&event, &random)
    let own = functions(event, &random)
    let below = callers(event, &random) + base(event, isEarly: isEarly)
    if event.isThrown {
      event.frames =
        [("__exceptionPreprocess", Self.foundation), ("objc_exception_throw", Self.objc)].map { system($0.0, $0.1) }
        + top + own + below
      event.raising =
        [("__pthread_kill", Self.kernel), ("abort", Self.kernel), ("_objc_terminate()", Self.objc)].map {
          system($0.0, $0.1)
        } + Array(below.suffix(3))
      return
    }
    // A reporter's own handler stands above the signal frame.
    if event.bug.failure.isSeenByReporters, random.happens(8) {
      top = [("kscrash_handler", Self.app), ("_sigtramp", Self.kernel)].map { system($0.0, $0.1) } + top
    }
    event.frames = top + own + below
  }

  // MARK: Frames

  private func system(_ name: String, _ image: Int) -> TrueFrame {
    var hash: UInt64 = 5381
    for unit in name.utf8 { hash = hash &* 33 &+ UInt64(unit) }
    return TrueFrame(name: name, image: image, offset: 0x1000 + hash % 0x6000)
  }

  /// What stands above the function that fails, and the texts that say why.
  private func tops(_ event: inout TrueEvent, _ random: inout TruthRandom) -> [TrueFrame] {
    let variant = random.happens(30) && event.isARM ? "$VARIANT$mp" : ""
    let abort = [
      system("__pthread_kill", Self.kernel), system("pthread_kill" + variant, Self.kernel), system("abort", Self.kernel),
    ]
    switch event.bug.failure {
    case .zombie: return [system(random.pick(["objc_msgSend", "objc_release", "objc_retain"]), Self.objc)]
    case .nilUnwrap:
      return stopped(&event, "Unexpectedly found nil while unwrapping an Optional value", &random)
    case .index: return stopped(&event, "Index out of range", &random)
    case .precondition:
      event.information = ["Shop/Cart.swift:\(random.number(10...99)): Fatal error: the cart must not be empty"]
      return [system("_assertionFailure(_:_:file:line:flags:)", Self.runtime)]
    case .exception(let name, _):
      event.information = ["*** Terminating app due to uncaught exception '\(name)', reason: '\(event.reason ?? "")'"]
      return random.happens(50) && name == "NSRangeException" ? [system("-[__NSArrayM objectAtIndex:]", Self.foundation)] : []
    case .cpp(let type):
      event.reason = "ledger does not balance"
      event.information = ["libc++abi: terminating due to uncaught exception of type \(type): ledger does not balance"]
      return abort + [system("std::terminate()", Self.kernel), system("__cxa_throw", Self.kernel)]
    case .abort(let text):
      event.information = [
        text.map { String($0.map { $0 == "#" ? Character("\(random.number(3...9))") : $0 }) } ?? "abort() called"
      ]
      return abort
    case .privacy:
      event.information = []
      return [system("__abort_with_payload", Self.kernel), system("__TCC_CRASHING_DUE_TO_PRIVACY_VIOLATION__", Self.runtime)]
    case .hang, .watchdog: return [system(random.pick(["__semwait_signal", "mach_msg2_trap"]), Self.kernel)]
    case .deadlock: return [system("__psynch_mutexwait", Self.kernel), system("pthread_mutex_lock", Self.kernel)]
    case .guardFile: return [system("close", Self.kernel)]
    case .null, .member, .garbage, .recursion, .signature: return []
    }
  }

  /// A runtime failure of Swift: as text, or as an inlined function that debug files name.
  private func stopped(_ event: inout TrueEvent, _ words: String, _ random: inout TruthRandom) -> [TrueFrame] {
    if random.happens(50) {
      event.information = ["Shop/Cart.swift:\(random.number(10...99)): Fatal error: \(words)"]
      return [system("_assertionFailure(_:_:file:line:flags:)", Self.runtime)]
    }
    return [TrueFrame(name: "Swift runtime failure: \(words)", image: Self.app, offset: 0x2000)]
  }

  /// The function of the bug, as often as it calls itself. One report in 200 has lost it to inlining.
  private func functions(_ event: TrueEvent, _ random: inout TruthRandom) -> [TrueFrame] {
    let depth = event.bug.failure == .recursion ? random.number(40...110) : random.happens(10) ? random.number(2...5) : 1
    if depth == 1, event.bug.debugName == nil, random.number(1...200) == 1 { return [] }
    return (0..<depth).map { _ in
      if event.isBare, let name = event.bug.debugName, let offset = debugFunctions[name].map({ random.pick($0) }) {
        return TrueFrame(name: "", image: Self.app, offset: offset, isBare: true)
      }
      var frame = TrueFrame(
        name: spelled(random.pick(event.bug.spellings), event.app), image: Self.app,
        offset: 0x3000 + UInt64(random.number(0...0x2ff)) * 4)
      if random.happens(60) { (frame.file, frame.line) = ("/src/shop/File.swift", random.number(1...400)) }
      return frame
    }
  }

  /// A name with the module of the app.
  private func spelled(_ name: String, _ app: TrueApp) -> String {
    name.hasPrefix("Shop.") ? app.name + name.dropFirst(4) : name
  }

  private func callers(_ event: TrueEvent, _ random: inout TruthRandom) -> [TrueFrame] {
    // A report with addresses alone has no names of the app at all.
    guard !event.isBare else { return [] }
    var result: [TrueFrame] = []
    for caller in Self.callers.shuffled(using: &random).prefix(random.number(0...3)) {
      result.append(TrueFrame(name: caller, image: Self.app, offset: 0x4000 + UInt64(random.number(0...0x2ff)) * 4))
      if random.happens(20) { result.append(system(random.pick(Self.between), Self.foundation)) }
    }
    result.append(TrueFrame(name: "-[Screen update\(random.number(1...4)):]", image: Self.app, offset: 0x4f00))
    return result
  }

  private func base(_ event: TrueEvent, isEarly: Bool) -> [TrueFrame] {
    guard event.isOnMainThread else {
      return [
        ("_dispatch_client_callout", Self.kernel), ("_dispatch_worker_thread2", Self.kernel), ("start_wqthread", Self.kernel),
      ]
      .map { system($0.0, $0.1) }
    }
    var result: [TrueFrame] = []
    if isEarly {
      if !event.isBare {
        result.append(TrueFrame(name: "-[AppDelegate application:didFinishLaunchingWithOptions:]", image: 0, offset: 0x5f00))
      }
      result.append(system("-[UIApplication _handleDelegateCallbacksWithOptions:isSuspended:restoreState:]", Self.interface))
    }
    result += [
      ("__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__", Self.foundation), ("__CFRunLoopRun", Self.foundation),
      ("CFRunLoopRunSpecific", Self.foundation), ("UIApplicationMain", Self.interface),
    ].map { system($0.0, $0.1) }
    if !event.isBare { result.append(TrueFrame(name: "main", image: Self.app, offset: 0x6000)) }
    return result + [system("start", Self.loader)]
  }

  private static let callers = [
    "Session.resume(_:)", "-[Router open:]", "shop::Cache::refresh(bool)", "closure #1 in Feed.reload()", "ledger_sync",
  ]
  private static let between = ["-[NSArray enumerateObjectsUsingBlock:]", "_dispatch_client_callout", "swift_job_runImpl"]

  // MARK: Images

  private func images(_ event: TrueEvent, _ random: inout TruthRandom) -> [TrueImage] {
    let name = event.app.name
    let path = "/private/var/containers/Bundle/Application/3D666B3F-5161-5A90-B4CE-BEA7B80A601B/\(name).app/\(name)"
    // Every build has its own UUID.
    var build = TruthRandom(UInt64(event.version) &+ UInt64(event.app.bundle.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
    let own = event.isBare ? Self.debugUUID : build.uuid()
    var list = [
      TrueImage(name: name, path: path, uuid: own, base: 0x1_0200_0000 + UInt64(random.number(0...0xfff)) << 14, size: 0x8000)
    ]
    let places = [
      "/usr/lib/system/libsystem_kernel.dylib", "/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation",
      "/System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore", "/usr/lib/libobjc.A.dylib", "/usr/lib/dyld",
      "/usr/lib/swift/libswiftCore.dylib",
    ]
    let slide = UInt64(random.number(0...0xff)) << 14
    for (number, path) in places.enumerated() {
      var made = TruthRandom(UInt64(number) &+ 99)
      list.append(
        TrueImage(
          name: path.split(separator: "/").last.map(String.init) ?? path, path: path, uuid: made.uuid(),
          base: 0x1_8000_0000 + slide + UInt64(number) << 20, size: 0x10000))
    }
    return list
  }
}
