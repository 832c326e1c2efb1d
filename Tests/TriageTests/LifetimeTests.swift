import CrashModel
import Reports
import Testing

@testable import Triage

/// How long a process lived, and whether two reports tell of one end.
@Suite struct LifetimeTests {
  private static func launch(_ start: String?, _ end: String, lifetime: Double? = nil) -> LaunchTiming? {
    var report = CrashReport(format: .ips)
    (report.launchTime, report.time, report.lifetime) = (start, end, lifetime)
    return LaunchAnalysis(report, limit: 5).facts(.standard) { [] }
  }

  @Test func aClockThatNobodySetsCountsMoreThanTimes() throws {
    let set = try #require(Self.launch("2026-11-20 10:00:00 +0000", "2026-11-20 12:00:02 +0000", lifetime: 2))
    #expect(set.uptime == 2 && set.isLaunchCrash && !set.isLowerBound)
    #expect(Self.launch("2026-11-20 12:00:00 +0000", "2026-11-20 11:00:00 +0000", lifetime: 3.5)?.isLaunchCrash == true)
    #expect(Self.launch("2026-11-20 12:00:00 +0000", "2026-11-20 12:00:02 +0000", lifetime: 7)?.isLaunchCrash == false)
    #expect(Self.launch("2026-11-20 12:00:00 +0000", "2026-11-20 12:00:02 +0000")?.isLaunchCrash == true)
    #expect(Self.launch(nil, "2026-11-20 12:00:02 +0000", lifetime: 1)?.isLaunchCrash == true)
    #expect(Self.launch(nil, "2026-11-20 12:00:02 +0000") == nil)
  }

  private static func incident(
    _ time: String, pid: Int?, kind: ReportKind = .crash, model: String = "iPhone14,5"
  )
    -> CrashEvent
  {
    var incident = CrashEvent()
    (incident.app, incident.failure, incident.model, incident.path) = (
      "shop", .trap, model, "\(time) \(pid ?? 0) \(kind) \(model)"
    )
    incident.setTime(time)
    incident.identities = incident.identities(id: nil, pid: pid, kind: kind)
    return incident
  }

  private static func count(_ incidents: CrashEvent...) -> Int {
    var builder = SummaryBuilder()
    for incident in incidents { builder.add(incident) }
    return builder.eventCount
  }

  @Test(arguments: 0...7) func twoReportersThatDifferByASecondOrTwoTellOfOneCrash(_ second: Int) {
    let first = Self.incident("2026-11-20 12:00:0\(second) +0000", pid: 7)
    #expect(Self.count(first, Self.incident("2026-11-20 13:00:0\(second + 1) +0100", pid: 7)) == 1)
    #expect(Self.count(first, Self.incident("2026-11-20 12:00:1\(second) +0000", pid: 7)) == 2)
    #expect(Self.count(first, Self.incident("2026-11-20 12:00:0\(second) +0000", pid: 8)) == 2)
    #expect(Self.count(first, Self.incident("2026-11-20 12:00:0\(second) +0000", pid: 7, model: "iPad13,1")) == 2)
  }

  @Test func whatAnAppReportsOfOneProcessIsAsManyEventsAsItReports() {
    let time = "2026-11-20 12:00:00 +0000"
    #expect(Self.count(Self.incident(time, pid: 7, kind: .user), Self.incident(time + " ", pid: 7, kind: .user)) == 2)
    #expect(Self.count(Self.incident(time, pid: nil), Self.incident(time + " ", pid: nil)) == 2)
  }
}

/// What reporters call the same system.
@Suite struct SystemNameTests {
  @Test func oneSystemWithSeveralNamesIsOne() {
    var builder = SummaryBuilder()
    for (number, name) in ["iPhone OS", "iOS", "Mac OS X", "macOS"].enumerated() {
      var incident = CrashEvent()
      (incident.app, incident.group, incident.path) = ("shop", "shop/a", "\(number)")
      (incident.system, incident.systemVersion) = (name, "17.\(number)")
      builder.add(incident)
    }
    let systems = Summary(builder).groups.flatMap(\.systems)
    #expect(systems.map(\.name) == ["iOS 17", "macOS 17"])
    #expect(systems.map(\.count) == [2, 2])
  }
}
