/// Files of crash reports whose truth is known: which are of one bug, why each failed, which tell of one event, which devices were in
/// crash loops. The same seed makes the same files.
///
/// The front of the module. `Bug` and `Failure` say what goes wrong; `DeviceTimeline` makes the sessions of devices; `StackMaker` adds
/// the noise of real reports; `Writers` write the formats; `TruthJudge` compares what `symbolicate` prints with the truth.
package struct TruthSet: Sendable {
  /// One file.
  package struct File: Sendable {
    /// Below the folder of the reports.
    package var path: String
    /// The contents.
    package var bytes: [UInt8]
    /// The event that it reports: equal in copies, and in reports of two reporters.
    package var event: Int
    /// Equal for reports of one group.
    package var label: String
    /// What it is written in.
    package var format: TrueFormat
    /// The cause that it must name.
    package var cause: String
    /// Causes that are as right.
    package var alsoRight: Set<String>
    /// Whether it is a launch crash; nil where the format does not tell.
    package var isLaunchCrash: Bool?
  }

  /// Launch crashes in a row on one device.
  package struct Loop: Hashable, Sendable {
    /// The events, in order.
    package var events: [Int]
    /// Whether the reporter counted.
    package var isCertain: Bool
    /// Whether no later report of the device is there.
    package var isOpen: Bool
  }

  /// The reports.
  public private(set) var files: [File] = []
  /// The crash loops, as far as reports can tell.
  public private(set) var loops: [Loop] = []
  /// Steps of loops with a session without a crash between, which left no trace.
  public private(set) var hiddenExits = 0
  /// The number of distinct events.
  public private(set) var eventCount = 0

  private var random: TruthRandom
  private let maker: StackMaker

  /// Makes `count` files or a few more. `oracle` is the text of Fixtures/Binaries/oracle.tsv: with it, some reports have addresses in
  /// the fixtures' program instead of names.
  package init(seed: UInt64, count: Int, oracle: String = "") {
    random = TruthRandom(seed)
    maker = StackMaker(debugFunctions: DebugOracle.functions(oracle))
    while files.count < count {
      if random.happens(75) { addDevice() } else { addLoose() }
    }
  }

  // MARK: Devices

  private mutating func addDevice() {
    let format = random.pick([TrueFormat.ips, .ips, .ips, .appleText, .appleText, .kscrash, .kscrash, .kscrash, .sentry, .sentry])
    let app = random.pick(TrueApp.phone)
    let bugs = Bug.all.filter { Self.tells(format, $0.failure) && $0.failure != .hang }
    let timeline = DeviceTimeline(app, format, bugs: bugs, maker: maker, &random)
    let first = eventCount
    for event in timeline.events {
      add(event, format, isLaunchCrash: event.uptime <= 5, isAlone: timeline.events.count == 1)
    }
    addLoops(timeline, first, isCounted: format == .kscrash)
  }

  /// The runs of launch crashes, as far as reports can tell.
  private mutating func addLoops(_ timeline: DeviceTimeline, _ first: Int, isCounted: Bool) {
    var run: [Int] = []
    func close(at end: Int) {
      guard run.count > 1 else { return }
      loops.append(
        Loop(events: run.map { $0 + first }, isCertain: isCounted, isOpen: run.last == timeline.events.count - 1))
      if !isCounted { hiddenExits += run.dropFirst().count { timeline.isCleanBefore[$0] } }
    }
    for (number, event) in timeline.events.enumerated() {
      guard event.uptime <= 5 else {
        close(at: number)
        run = []
        continue
      }
      if let last = run.last {
        let before = timeline.events[last]
        let isBroken = isCounted && event.launches > 1 || before.version != event.version || event.time - before.time > 86_400
        if isBroken {
          close(at: number)
          run = []
        }
      }
      run.append(number)
    }
    close(at: timeline.events.count)
  }

  // MARK: Single reports

  private mutating func addLoose() {
    let format = random.pick([
      TrueFormat.sentry, .kscrash, .plcrash, .plcrash, .metricKit, .metricKit, .swiftJSON, .swiftText, .console, .lldb,
      .crashlytics,
      .jetsam,
    ])
    if format == .swiftJSON || format == .swiftText { return addServer(format) }
    var bugs = Bug.all.filter { Self.tells(format, $0.failure) && (format != .metricKit || $0.debugName != nil) }
    if format == .sentry || format == .kscrash { bugs = bugs.filter { $0.failure == (format == .sentry ? .hang : .deadlock) } }
    guard !bugs.isEmpty else { return }
    var event = TrueEvent(bug: random.pick(bugs), app: random.pick(TrueApp.phone))
    event.device = hexadecimal(random.next(), digits: 16)
    event.model = random.pick(["iPhone14,5", "iPhone15,2"])
    event.system = "\(random.number(15...18)).\(random.number(0...5))"
    event.version = random.number(0...6)
    event.launch = 1_793_491_200 + Double(random.number(0...1_500_000))
    event.time = event.launch + Double(random.number(20...900))
    event.identifier = random.uuid()
    event.pid = random.number(200...60_000)
    repeat { maker.fill(&event, isEarly: false, &random) } while format == .metricKit && !event.isBare
    if format != .metricKit { while event.isBare, format.hasNoDebugFiles { maker.fill(&event, isEarly: false, &random) } }
    add(event, format, isLaunchCrash: nil, isAlone: false)
  }

  private mutating func addServer(_ format: TrueFormat) {
    let functions = [
      ["Server.handle(_:)", "specialized Server.handle(_:)"], ["Pool.checkout()"], ["closure #1 in Routes.boot(_:)"],
    ]
    let number = random.number(0...2)
    let failure = random.pick([Failure.null, .member, .nilUnwrap, .index])
    let family = failure.isTrap ? "trap" : "access"
    let bug = Bug(label: "server-\(number)-\(family)", failure: failure, spellings: functions[number])
    var event = TrueEvent(bug: bug, app: .server)
    event.isARM = false
    event.launch = 1_793_491_200 + Double(random.number(0...1_500_000))
    event.time = event.launch + 100
    repeat {
      maker.fill(&event, isEarly: false, &random)
    } while format == .swiftJSON && failure.isTrap && !event.information.isEmpty
    for position in event.images.indices {
      event.images[position].path = position == 0 ? "/srv/ledger/bin/ledgerd" : "/usr/lib/x86_64-linux-gnu/libc.so.6"
      if position > 0 { event.images[position].name = "libc.so.6" }
    }
    add(event, format, isLaunchCrash: nil, isAlone: false)
  }

  // MARK: Files

  private mutating func add(_ event: TrueEvent, _ format: TrueFormat, isLaunchCrash: Bool?, isAlone: Bool) {
    let number = eventCount
    eventCount += 1
    func file(_ format: TrueFormat, _ bytes: [UInt8], copy: Bool = false) -> File {
      let path = "\(copy ? "z-copies" : format.rawValue)/\(number).\(format.pathExtension)"
      return File(
        path: path, bytes: bytes, event: number, label: label(event, format), format: format, cause: cause(event, format),
        alsoRight: event.bug.failure.alsoRight,
        // Only `.ips` has a clock that nobody sets.
        isLaunchCrash: event.clockJump != 0 && format != .ips ? nil : isLaunchCrash)
    }
    let bytes = write(event, format)
    files.append(file(format, bytes))
    guard format != .metricKit, random.happens(8) else { return }
    switch (format, random.number(1...3)) {
    case (_, 1), (.sentry, _), (.jetsam, _): if format.hasIdentity { files.append(file(format, bytes, copy: true)) }
    case (.ips, 2): files.append(file(.appleText, AppleTextWriter.bytes(event), copy: true))
    case (.appleText, 2): files.append(file(.ips, write(event, .ips), copy: true))
    case (.ips, 3) where isAlone && event.bug.failure.isSeenByReporters && event.clockJump == 0,
      (.appleText, 3) where isAlone && event.bug.failure.isSeenByReporters:
      files.append(file(.kscrash, write(event, .kscrash), copy: true))
    default: break
    }
  }

  private mutating func write(_ event: TrueEvent, _ format: TrueFormat) -> [UInt8] {
    switch format {
    case .ips: IPSWriter.bytes(event, random: &random)
    case .appleText: AppleTextWriter.bytes(event)
    case .kscrash: KSCrashWriter.bytes(event, random: &random)
    case .sentry: SentryWriter.bytes(event, random: &random)
    case .plcrash: PLCrashWriter.bytes(event)
    case .metricKit: MetricKitWriter.bytes(event)
    case .swiftJSON: SwiftWriter.json(event)
    case .swiftText: SwiftWriter.text(event)
    case .console: TextWriters.console(event)
    case .lldb: TextWriters.lldb(event)
    case .crashlytics: TextWriters.crashlytics(event)
    case .jetsam: IPSWriter.jetsam(event, reason: "per-process-limit")
    }
  }

  /// Whether a format reports a failure and its cause.
  private static func tells(_ format: TrueFormat, _ failure: Failure) -> Bool {
    let isAccess = [.null, .member, .garbage, .zombie, .recursion].contains(failure)
    let isThrown = if case .exception = failure { true } else { false }
    return switch format {
    case .ips, .appleText: failure != .hang && failure != .deadlock
    case .kscrash: failure.isSeenByReporters && failure != .hang
    case .sentry: failure.isSeenByReporters && failure != .deadlock
    case .plcrash: isAccess || isThrown
    // Of other crashes it has only the stack.
    case .crashlytics: isThrown
    case .metricKit: [.null, .member, .garbage, .hang].contains(failure)
    case .console: isThrown
    case .lldb: isAccess
    case .jetsam: failure == .null
    case .swiftJSON, .swiftText: false
    }
  }

  private func label(_ event: TrueEvent, _ format: TrueFormat) -> String {
    switch format {
    case .jetsam: "jetsam \(event.app.name)"
    case .console: "\(event.app.name) \(event.bug.label)"
    // No app is named.
    case .lldb: "lldb \(event.bug.label)"
    case .swiftJSON, .swiftText: "swift \(event.bug.label)"
    default: "\(event.app.bundle) \(event.bug.label)"
    }
  }

  private func cause(_ event: TrueEvent, _ format: TrueFormat) -> String {
    format == .jetsam ? "memory-limit" : event.bug.failure.cause
  }
}

extension TrueFormat {
  fileprivate var pathExtension: String {
    switch self {
    case .ips, .jetsam: "ips"
    case .appleText: "crash"
    case .plcrash: "plcrash"
    case .kscrash, .sentry, .metricKit, .swiftJSON: "json"
    case .swiftText, .console: "log"
    case .lldb, .crashlytics: "txt"
    }
  }

  /// Whether reports say which build an image is.
  fileprivate var hasNoDebugFiles: Bool { [.console, .lldb, .crashlytics, .swiftJSON, .swiftText].contains(self) }

  /// Whether two copies can be told from two events.
  fileprivate var hasIdentity: Bool { ![.console, .lldb, .swiftJSON, .swiftText, .crashlytics].contains(self) }
}
