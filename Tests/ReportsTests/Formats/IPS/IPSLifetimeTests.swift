import CrashModel
import Reports
import Testing

/// `procStartAbsTime` and `procExitAbsTime`.
@Suite struct IPSLifetimeTests {
  private static func lifetime(_ facts: String) throws -> Double? {
    let text = "{\"bug_type\":\"309\"}\n{\"procName\":\"Shop\",\"exception\":{\"type\":\"EXC_CRASH\"},\(facts),\"threads\":[]}\n"
    return try #require(try ReportDocument(reading: Array(text.utf8)).reports.first).lifetime
  }

  @Test func ticksAreThoseOfTheProcessor() throws {
    let phone = #""cpuType":"ARM-64","procStartAbsTime":609195457854,"procExitAbsTime":609200992539"#
    #expect(try abs(#require(try Self.lifetime(phone)) - 0.23061) < 1e-4)
    let mac = #""cpuType":"X86-64","procStartAbsTime":3988211878943174,"procExitAbsTime":3988212706418658"#
    #expect(try abs(#require(try Self.lifetime(mac)) - 0.82748) < 1e-4)
    let rosetta = #""cpuType":"X86-64","translated":true,"procStartAbsTime":24000000,"procExitAbsTime":48000000"#
    #expect(try Self.lifetime(rosetta) == 1)
  }

  @Test(arguments: [
    #""cpuType":"ARM-64","procStartAbsTime":5"#, #""cpuType":"ARM-64","procExitAbsTime":5"#,
    #""cpuType":"ARM-64","procStartAbsTime":9,"procExitAbsTime":5"#, #""procStartAbsTime":5,"procExitAbsTime":9"#,
    #""cpuType":"ARM-64","procStartAbsTime":0,"procExitAbsTime":9"#,
    #""cpuType":"ARM-64","procStartAbsTime":"x","procExitAbsTime":{}"#,
  ])
  func nothingIsConcludedFromHalfOfIt(_ facts: String) throws { #expect(try Self.lifetime(facts) == nil) }
}
