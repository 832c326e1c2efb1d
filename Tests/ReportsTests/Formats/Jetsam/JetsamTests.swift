import CrashModel
import Reports
import Testing

/// Reports of processes that were ended to reclaim memory.
@Suite struct JetsamTests {
  private func report(_ text: String) throws -> CrashReport { try ReportDocument(reading: Array(text.utf8)).reports[0] }

  private static func bytes(_ pages: UInt64...) -> [UInt64?] { pages.map { $0 * 4_096 } }

  private static let header = """
    Incident Identifier: 30E46451-53FD-4965-896A-457FC11AD05F
    CrashReporter Key:   5a56599d836c4f867f6eec76afee451bf9ae5f31
    OS Version:          iPhone OS 3.1.3 (7E18)
    Date/Time:           2012-10-17 21:39:06.967 -0400

    Free pages:        96
    Largest process:   Rage Masters

    Processes

    """

  @Test func theTextTableOfBugType98IsRead() throws {
    let report = try report(
      Self.header + """
             Name                 UUID                    Count resident pages
        Rage Masters <9320440b4b6b3e4cb4dd1e1e8e4a2ec2>    9320 (jettisoned) (active)
        SpringBoard <0e3f7ba1c4f7b0b6a1f2e3d4c5b6a798>     2200
           syslogd <1f1f7ba1c4f7b0b6a1f2e3d4c5b6a798>       95 (daemon)
        **End**

        """)
    #expect(report.format == .jetsam && report.kind == .jetsam)
    let memory = try #require(report.memory)
    #expect(memory.pageSize == 4_096)
    #expect(memory.processes.map(\.name) == ["Rage Masters", "SpringBoard", "syslogd"])
    #expect(memory.processes.map(\.bytes) == Self.bytes(9_320, 2_200, 95))
    #expect(memory.processes.map(\.reason) == ["jettisoned", nil, nil])
    #expect(memory.processes.map(\.states) == [["active"], [], ["daemon"]])
    #expect(memory.processes.map(\.isLargest) == [true, false, false])
    #expect(report.process.name == "Rage Masters")
    #expect(report.system.version == "3.1.3")
  }

  @Test func theTextTableOfBugType198HasMoreColumns() throws {
    let report = try report(
      #"{"name":"JetsamEvent","bug_type":"198","os_version":"iPhone OS 7.0.4 (11B554a)"}"# + "\n"
        + Self.header.replacing("Rage Masters", with: "Shop") + """
               Name                    <UUID>                 CPU Time   rpages   recent_max   lifetime_max   fds   [reason]   (state)

                   tccd <f49c92a1d1ad37d3b7e4ee1ba4b94a35>   0.108  203     -    210    50   [vm-pageshortage]  (daemon)
                   Shop <9320440b4b6b3e4cb4dd1e1e8e4a2ec2>   1.5   80123  80123  80200  200  [per-process-limit] (frontmost) (resume)

          **End**

          """)
    let memory = try #require(report.memory)
    #expect(memory.processes.map(\.bytes) == Self.bytes(203, 80_123))
    #expect(memory.processes.map(\.peak) == Self.bytes(210, 80_200))
    #expect(memory.processes.map(\.reason) == ["vm-pageshortage", "per-process-limit"])
    #expect(memory.processes.map(\.states) == [["daemon"], ["frontmost", "resume"]])
    // 312.98 MiB
    #expect(memory.processes.map(\.limit) == [nil, UInt64(312 << 20)])
    #expect(memory.processes.map(\.isLimitInferred) == [false, true])
    #expect(memory.pages.map(\.use) == ["free"] && memory.pages.map(\.count) == [96])
    #expect(memory.processes[1].facts.map(\.name) == ["uuid", "cpu_time", "rpages", "recent_max", "lifetime_max", "fds"])
    #expect(memory.processes[1].facts.last?.value == .number("200"))
    #expect(memory.largestProcess == "Shop")
  }

  /// Headings of other versions: columns in another order, other columns between them, names of several words, bars, a tab.
  @Test(arguments: [
    ("Name  <UUID>  rpages  recent_max  fds  [reason]  (state)", "80123 80123 200"),
    ("Name <UUID> fds rpages recent_max [reason] (state)", "200 80123 80123"),
    ("Name | <UUID> | CPU Time | rpages | recent_max | [reason] | (state)", "1.5 | 80123 | 80123 |"),
    ("NAME\tUUID\tRecent_Max\tPriority\tRPages\t[reason]\t(state)", "80123\t10\t80123\t"),
    ("Name    UUID    Time on CPU    recent_max    Count resident pages    [reason]    (state)", "1.5  80123  80123"),
  ]) func columnsGoByTheirNames(heading: String, cells: String) throws {
    let row = "Shop <9320440b4b6b3e4cb4dd1e1e8e4a2ec2> \(cells) [per-process-limit] (frontmost)"
    let report = try report(Self.header + heading + "\n" + row + "\n**End**\n")
    let process = try #require(report.memory?.processes.first)
    #expect(process.bytes == UInt64(80_123 * 4_096))
    #expect(process.peak == UInt64(80_123 * 4_096))
    #expect(process.reason == "per-process-limit" && process.states == ["frontmost"])
  }

  @Test func whatElseIsSaidOfAProcessAndOfAllMemoryIsKept() throws {
    let report = try report(
      #"{"bug_type":"298","os_version":"iPhone OS 26.1 (23B85)"}"# + "\n"
        + #"{"memoryStatus":{"pageSize":16384,"compressorSize":7,"largestZone":"APFS","memoryPages":{"active":81340,"free":5120}},"processes":[{"name":"Shop","uuid":"4c4c44a9-5555-3144-a146-005a60474de4","pid":3,"rpages":10,"priority":100,"coalition":[1,true,null]}]}"#
    )
    let memory = try #require(report.memory)
    #expect(memory.pages.map(\.use) == ["active", "free"] && memory.pages.map(\.count) == [81_340, 5_120])
    #expect(memory.facts == [.init("compressorSize", .number("7")), .init("largestZone", .text("APFS"))])
    #expect(
      memory.processes[0].facts == [
        .init("uuid", .text("4c4c44a9-5555-3144-a146-005a60474de4")), .init("rpages", .number("10")),
        .init("priority", .number("100")),
        .init("coalition", .array([.number("1"), .bool(true), .null])),
      ])
  }

  @Test(
    arguments: [
      ("per-process-limit", 80_123, 1_251), ("highwater", 65_536, 1_024), ("vm-pageshortage", 80_123, nil), ("", 80_123, nil),
    ] as [(String, Int, UInt64?)]) func aLimitIsInferredOnlyWhereItWasTheReason(
      reason: String, pages: Int, limit: UInt64?
    ) throws
  {
    let why = reason.isEmpty ? "" : #","reason":"\#(reason)""#
    let report = try report(
      #"{"bug_type":"298","os_version":"iPhone OS 26.1 (23B85)"}"# + "\n"
        + #"{"memoryStatus":{"pageSize":16384},"largestProcess":"Shop","processes":[{"name":"Shop","pid":3,"rpages":\#(pages)\#(why)}]}"#
    )
    let bytes = limit.map { $0 * 1_048_576 }
    #expect(report.memory?.processes[0].limit == bytes)
    #expect(report.memory?.processes[0].isLimitInferred == (bytes != nil))
  }

  @Test func numbersThatAreTooLargeAreNone() throws {
    let report = try report(
      #"{"bug_type":"298"}"# + "\n"
        + #"{"memoryStatus":{"pageSize":16384},"processes":[{"name":"Shop","rpages":18446744073709551615,"reason":"x"}]}"#)
    #expect(report.memory?.processes.map(\.bytes) == [nil])
  }
}
