package import CrashModel

extension CrashEvent {
  /// What a summary keeps of a report that was judged; nil when it was not.
  package init?(_ answers: SymbolicatedReport) {
    guard let triage = answers.triage else { return nil }
    let report = answers.report
    self.init()
    group = triage.group
    app = Triager.scope(report)
    (key, failure, fingerprint, variant) = (triage.key, triage.failure, triage.fingerprint, triage.variant)
    quality = triage.quality
    (function, image, file) = (triage.blame?.function, triage.blame?.image, triage.blame?.file)
    line = triage.blame?.line.map { Int($0) }
    cause = triage.causes.first?.id
    confidence = triage.causes.first?.confidence
    evidence = triage.causes.first?.evidence.first?.line
    device = triage.deviceKey
    (version, build, model) = (report.process.version, report.process.build, report.device.model)
    (system, systemVersion) = (report.system.name, report.system.version)
    setTime(report.time)
    if let launch = triage.launch {
      uptime = Int(min(launch.uptime * 1000, 1e15))
      (isLaunchCrash, phase, launches) = (launch.isLaunchCrash, launch.phase, launch.launchesSinceLastCrash)
    }
    consecutive = report.consecutiveCrashes
    path = report.partCount > 1 ? "\(answers.path)#\(report.part)" : answers.path
    table = Self.table(failure, kind: report.kind)
    identities = identities(id: report.identifier, pid: report.process.pid, kind: report.kind)
  }

  /// Takes a time as a report spells it.
  package mutating func setTime(_ text: String?) {
    guard let time = text.flatMap(Timestamp.init), abs(time.seconds) < 1e12 else { return }
    self.time = Int((time.seconds * 1000).rounded())
    day = time.day
  }

  /// The table of a class of failures.
  package static func table(_ failure: FailureClass, kind: ReportKind) -> Table {
    if failure.isUnresponsive { return .hang }
    if failure.isMemoryLimit { return .memory }
    switch failure {
    case .cpu, .diskWrite, .leak, .sample, .resource: return .resource
    case .simulated, .nonFatal: return .simulated
    default: break
    }
    return failure.isRequest || kind == .user || kind == .other && failure == .unknown ? .other : .crash
  }

  /// The hashes that two reports of this event share: of its identifier; of the process, which crashes only once. The facts must be
  /// filled in. Clocks of two reporters differ by up to two seconds: such times share one of two intervals of four seconds that overlap.
  package func identities(id: String?, pid: Int?, kind: ReportKind) -> [String] {
    var result: [String] = []
    let second = time.map { $0 >= 0 ? $0 / 1000 : ($0 - 999) / 1000 }
    if let id, id.utf8.count >= 8 {
      result.append(Fingerprint.digits("id\n\(id.lowercased())\n\(failure.name)\n\(second.map { String($0) } ?? "")"))
    }
    // An app may report many errors of one process.
    guard let pid, let second, table == .crash, kind == .crash else { return result }
    let process = [app, String(pid), failure.name, model ?? "", systemVersion ?? ""].joined(separator: "\n")
    result.append(Fingerprint.digits("process\n\(process)\n0\n\(second >> 2)"))
    result.append(Fingerprint.digits("process\n\(process)\n2\n\((second &+ 2) >> 2)"))
    return result
  }
}
