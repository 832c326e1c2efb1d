internal import CrashModel

/// Finds out how long after its launch a process ended, and what it did then.
struct LaunchAnalysis {
  private let report: CrashReport
  private let limit: Double

  /// Looks at a report. Within `limit` seconds of its launch a crash is a launch crash.
  init(_ report: CrashReport, limit: Double) {
    self.report = report
    self.limit = limit
  }

  /// What the report says; nil when it says nothing. `mainThread` makes the functions of the main thread, and `rules` name its phases.
  func facts(_ rules: RuleSet, mainThread: () -> [StackEntry]) -> LaunchTiming? {
    let counters = SessionCounters(report)
    guard let (uptime, isLowerBound) = uptime(counters) else { return nil }
    let isCrash = report.kind == .crash || report.kind == .other && report.exception != nil
    let isAsked = report.exception?.signal == "SIGTERM"
    var facts = LaunchTiming(uptime: uptime, isLaunchCrash: isCrash && !isAsked && uptime <= limit)
    facts.isLowerBound = isLowerBound
    facts.launchesSinceLastCrash = counters.launchesSinceLastCrash
    if facts.isLaunchCrash { facts.phase = phase(rules, mainThread()) }
    return facts
  }

  private func uptime(_ counters: SessionCounters) -> (seconds: Double, isLowerBound: Bool)? {
    let active = [counters.activeTime, counters.backgroundTime].compactMap { $0 }
    let counted = active.isEmpty ? nil : active.reduce(0, +)
    // Clocks can be set while a process lives; this one cannot.
    if let lifetime = report.lifetime { return (lifetime, false) }
    let isLowerBound = report.format.has(.knowsOwnLaunchOnly)
    if let end = report.time.flatMap(Timestamp.init), let start = report.launchTime.flatMap(Timestamp.init) {
      let clock = end.seconds - start.seconds
      if clock >= 0 { return (max(clock, counted ?? 0), isLowerBound) }
    }
    // Active time alone says nothing while it is 0: the reporter may have been started late.
    guard let counted, counted > 0 else { return nil }
    return (counted, true)
  }

  /// The phase of the innermost function that tells one. `load` and `initializer` count only where no `main` is below: else a
  /// library was opened later.
  private func phase(_ rules: RuleSet, _ entries: [StackEntry]) -> String? {
    let namespace = report.termination?.namespace
    if namespace == "DYLD" { return "dyld" }
    let isInMain = entries.contains { $0.name.map { Self.isMain($0.text) } ?? false }
    for entry in entries {
      guard let name = entry.name else { continue }
      for (phase, list) in rules.phases where list.match(name.spellings, image: entry.image, isApp: true) != nil {
        if isInMain, phase == "load" || phase == "initializer" || phase == "dyld" { continue }
        return phase
      }
      if name.text.hasPrefix("+["), name.text.hasSuffix(" load]"), !isInMain { return "load" }
    }
    guard isInMain else { return nil }
    let runs = entries.contains {
      ["UIApplicationMain", "NSApplicationMain"].contains($0.name?.text) || $0.name?.text == "runApp"
    }
    return runs ? "run loop" : "main"
  }

  private static func isMain(_ name: String) -> Bool {
    name == "main" || name == "main()" || name.hasSuffix(".main()") || name.hasSuffix(".$main()")
  }
}
