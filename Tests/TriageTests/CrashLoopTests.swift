import Testing

@testable import Triage

@Suite struct CrashLoopTests {
  /// A crash some seconds after noon of 20 November 2026.
  private static func crash(_ second: Int, uptime: Int, launches: Int? = nil, device: String = "d", version: String = "1")
    -> CrashEvent
  {
    var incident = CrashEvent()
    incident.app = "com.example.shop"
    incident.group = "com.example.shop/1:00"
    incident.device = device
    incident.version = version
    incident.setTime("2026-11-20 12:00:00 +0000")
    incident.time = (incident.time ?? 0) + second * 1000
    incident.uptime = uptime * 1000
    incident.isLaunchCrash = uptime <= 5
    incident.launches = launches
    incident.path = "\(second).ips"
    return incident
  }

  private static func loops(_ incidents: [CrashEvent]) -> [CrashLoop] { LoopFinder.loops(incidents) }

  /// `consecutiveCrashCount` of one report is a loop, whatever the time since launch and the device; 1 is none.
  @Test func theSystemsOwnCountIsALoop() {
    func crash(_ second: Int, _ count: Int?, device: String?) -> CrashEvent {
      var incident = Self.crash(second, uptime: 12)
      (incident.consecutive, incident.device) = (count, device)
      return incident
    }
    #expect(Self.loops([crash(0, 1, device: "d"), crash(10, nil, device: "d")]).isEmpty)
    let alone = Self.loops([crash(0, 320, device: nil)])
    #expect(alone.map(\.length) == [320] && alone.first?.certainty == .certain && alone.first?.noun == "crashes")
    #expect(alone.first?.isOpen == true && alone.first?.device == nil)
    // Later reports of the device count on; one without a count ends it.
    let later = Self.loops([crash(0, 2, device: "d"), crash(10, 3, device: "d"), crash(20, nil, device: "d")])
    #expect(later.map(\.length) == [3] && later.first?.reports.count == 2 && later.first?.isOpen == false)
    // Launch crashes that the system counted, too, are one loop.
    var (first, second) = (Self.crash(0, uptime: 2), Self.crash(10, uptime: 1))
    (first.consecutive, second.consecutive) = (7, 8)
    let both = Self.loops([first, second])
    #expect(both.map(\.length) == [8] && both.first?.noun == "launch crashes" && both.first?.certainty == .certain)
  }

  /// Launch, crash, launch, terminate: one report, no loop. A crash after the clean session has a counter of 2.
  @Test func oneCrashIsNoLoop() {
    #expect(Self.loops([Self.crash(0, uptime: 2, launches: 1)]).isEmpty)
    #expect(Self.loops([Self.crash(0, uptime: 2, launches: 1), Self.crash(60, uptime: 2, launches: 2)]).isEmpty)
  }

  /// Launch, launch, launch: no reports, nothing to conclude.
  @Test func launchesWithoutReportsAreNoLoop() { #expect(Self.loops([]).isEmpty) }

  /// Launch, crash, launch, crash, launch: two reports, the second says that the launch before crashed.
  @Test func twoInARowAreALoop() {
    let found = Self.loops([Self.crash(0, uptime: 2, launches: 3), Self.crash(10, uptime: 1, launches: 1)])
    #expect(found.map(\.length) == [2])
    #expect(found.first?.certainty == .certain)
    #expect(found.first?.isOpen == true)
  }

  @Test func withoutCountersItIsLikely() {
    let found = Self.loops([Self.crash(0, uptime: 2), Self.crash(10, uptime: 1), Self.crash(20, uptime: 1)])
    #expect(found.map(\.length) == [3])
    #expect(found.first?.certainty == .likely)
  }

  @Test func longerSessionsNewVersionsOtherDevicesAndLongPausesEndLoops() {
    let first = Self.crash(0, uptime: 2)
    #expect(Self.loops([first, Self.crash(10, uptime: 60), Self.crash(90, uptime: 1)]).isEmpty)
    #expect(Self.loops([first, Self.crash(10, uptime: 1, version: "2")]).isEmpty)
    #expect(Self.loops([first, Self.crash(10, uptime: 1, device: "e")]).isEmpty)
    #expect(Self.loops([first, Self.crash(90_000, uptime: 1)]).isEmpty)
  }

  @Test func aLaterSessionClosesALoop() {
    let found = Self.loops([Self.crash(0, uptime: 2), Self.crash(10, uptime: 1), Self.crash(900, uptime: 600)])
    #expect(found.map(\.isOpen) == [false])
  }

  @Test(arguments: [
    ("2021-07-22 14:04:41.982 -0700", 1_626_987_881.982, "2021-07-22"), ("2021-12-09T15:24:21Z", 1_639_063_461, "2021-12-09"),
    ("2022-08-04 01:11:01.2455 +0900", 1_659_543_061.2455, "2022-08-04"), ("1970-01-01T00:00:00Z", 0, "1970-01-01"),
  ])
  func timesOfReports(_ text: String, _ seconds: Double, _ day: String) throws {
    let time = try #require(Timestamp(text))
    #expect(abs(time.seconds - seconds) < 0.001)
    #expect(time.day == day)
  }

  @Test(arguments: ["", "yesterday", "2026-13-01 00:00:00", "2026-11-20", "2026-11-20 25:00:00", "-1", "nan", "1e400"])
  func whatIsNoTime(_ text: String) { #expect(Timestamp(text) == nil) }
}
