import Testing
import Triage

@testable import Jobs

@Suite struct SessionReadingTests {
  private static func read(_ text: String) -> SessionReading.Result {
    var reading = SessionReading()
    return reading.read(Array(text.utf8))
  }

  @Test(arguments: [
    "version,day,sessions,devices\n4.2.0,2026-11-20,100,90\n",
    "Version;Date;Sessions;Devices\r\n 4.2.0 ;2026-11-20T00:00:00Z;100;90\r\n",
    "\u{FEFF}day\tapp_version\tlaunches\tusers\n2026-11-20\t4.2.0\t100\t90",
    "version,day,sessions,devices,x\n\"4.2.0\",2026-11-20,100,90,\"a,b\"\n\n",
  ]) func formsOfCSV(_ text: String) throws {
    let row = try #require(Self.read(text).rows.first)
    #expect(row.key == SessionRow.Key(app: "", version: "4.2.0", day: "2026-11-20", statesCrashes: false))
    #expect(row.sessions == 100 && row.devices == 90 && Self.read(text).problems.isEmpty && Self.read(text).rows.count == 1)
  }

  @Test func crashesThatATableStates() throws {
    let row = try #require(
      Self.read("app,version,build,sessions,devices,crashed_sessions\ncom.Example,4.2.0,1187,100,90,7\n").rows.first)
    #expect(row.key == SessionRow.Key(app: "com.example", version: "4.2.0 (1187)", day: "", statesCrashes: true))
    #expect(row.sessions == 100 && row.crashedSessions == 7 && row.devices == nil, "devices without their crashes say nothing")
  }

  @Test(arguments: [
    ("version,sessions\n4.2.0,many\n", "line 2: 'many' is not a number of sessions"),
    ("version,sessions\n4.2.0,-1\n", "line 2: '-1' is not a number of sessions"),
    ("version,day,sessions\n4.2.0,yesterday,1\n", "line 2: 'yesterday' is not a day such as 2026-11-20"),
    ("version,sessions\n,1\n", "line 2: it has no version"),
    ("version,sessions\n4.2.0\n", "line 2: it has neither sessions nor devices"),
    (
      "{\"run_id\":\"A\",\"outcome\":{\"clean_shutdown\":0},\"ended_at_ms\":1}", "run A: clean_shutdown is neither true nor false"
    ),
    ("{\"run_id\":\"A\",\"outcome\":{}}", "run A: it has no time"),
  ]) func whatCannotBeUsed(_ text: String, _ problem: String) {
    let result = Self.read(text)
    #expect(result.rows.isEmpty && result.problems == [problem])
  }

  @Test(arguments: ["", "no table", "a,b\n1,2\n", "{}", "[1, 2]", "{\"schema\": \"x\"}"]) func otherFiles(_ text: String) {
    #expect(Self.read(text).isOther)
  }

  private static func run(_ id: String, _ reason: String, device: String) -> String {
    """
    {"schema_version":1,"run_id":"\(id)","device_id":"\(device)","started_at_ms":1780000000123,"ended_at_ms":1780000065456,
    "outcome":{"termination_reason":"\(reason)","clean_shutdown":false,"fatal_reported":\(reason == "crash")},
    "app":{"bundle_id":"com.example.app","version":"1042","short_version":"4.2.0"}}
    """
  }

  @Test func summariesOfRuns() {
    let runs = [("A", "crash", "1"), ("B", "memory_limit", "1"), ("C", "clean", "2"), ("A", "crash", "1")]
    let rows = Self.read(runs.map { Self.run($0.0, $0.1, device: $0.2) }.joined(separator: "\n")).rows
    #expect(rows.count == 3 && rows.map(\.crashedSessions) == [1, 0, 0], "a run counts once")
    #expect(
      Set(rows.map(\.key)) == [
        SessionRow.Key(app: "com.example.app", version: "4.2.0 (1042)", day: "2026-05-28", statesCrashes: true)
      ])
    #expect(rows[0].deviceHashes == rows[1].deviceHashes && rows[0].deviceHashes != rows[2].deviceHashes)
  }

  private static let payload = """
    {"appVersion":"4.2.0","timeStampBegin":"2026-11-20 00:00:00 +0000","timeStampEnd":"2026-11-20 23:59:00 +0000",
    "metaData":{"appBuildVersion":"1187","bundleIdentifier":"com.example.Shop","osVersion":"iPhone OS 17.1 (21B74)"},
    "applicationLaunchMetrics":{
    "histogrammedTimeToFirstDrawKey":{"histogramNumBuckets":2,"histogramValue":{"0":{"bucketCount":5,"bucketStart":"1000 ms","bucketEnd":"1010 ms"},"1":{"bucketCount":6,"bucketStart":"2000 ms","bucketEnd":"2010 ms"}}},
    "histogrammedOptimizedTimeToFirstDrawKey":{"histogramNumBuckets":1,"histogramValue":{"0":{"bucketCount":2,"bucketStart":"100 ms","bucketEnd":"110 ms"}}},
    "histogrammedResumeTime":{"histogramNumBuckets":1,"histogramValue":{"0":{"bucketCount":50,"bucketStart":"1 ms","bucketEnd":"2 ms"}}}},
    "applicationExitMetrics":{"foregroundExitData":{"cumulativeBadAccessExitCount":1,"cumulativeNormalAppExitCount":9,"cumulativeMemoryResourceLimitExitCount":3},
    "backgroundExitData":{"cumulativeAbnormalExitCount":1,"cumulativeIllegalInstructionExitCount":0,"cumulativeAppWatchdogExitCount":2}}}
    """

  @Test func metricPayloads() throws {
    let row = try #require(Self.read("[" + Self.payload + "]").rows.first)
    #expect(row.key == SessionRow.Key(app: "com.example.shop", version: "4.2.0 (1187)", day: "2026-11-20", statesCrashes: true))
    #expect(row.sessions == 13 && row.crashedSessions == 2 && row.devices == 1 && row.crashedDevices == 1)
  }

  @Test func everyPrefixEnds() {
    let texts = [Self.payload, Self.run("A", "crash", device: "1"), "version,day,sessions\n4.2.0,2026-11-20,\"1\n0\"\n"]
    for bytes in texts.map({ Array($0.utf8) }) {
      for end in bytes.indices { #expect(Self.read(String(decoding: bytes[..<end], as: UTF8.self)).rows.count <= 1) }
    }
    let huge = Self.payload.replacing("\"bucketCount\":5", with: "\"bucketCount\":9223372036854775807")
    #expect(Self.read(huge).rows.first?.sessions ?? 0 <= SessionRow.limit + 20)
  }
}
