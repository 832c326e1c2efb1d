import Testing

@testable import Reports

/// Values of JSON that are damaged and end where a line does, and numbers that no report means.
@Suite struct DamagedValueTests {
  @Test(arguments: [
    #"{"crash":{"threads":[],},"report":{"id":"x"}}"# + "\n\n",
    #"{"app_name":"Shop","bug_type":"309",}"# + "\n" + #"{"usedImages":[],"threads":[{"frames":[]}]}"# + "\n",
    #"{"crash":{"threads":[]},"report":{"id":"a",}}"# + "\n" + #"{"crash":{"threads":[]},"report":{"id":"b"}}"# + "\n",
  ])
  func aDamagedValueOnALineOfItsOwnIsRead(_ text: String) throws {
    let document = try ReportDocument(reading: Array(text.utf8))
    #expect(document.reports.contains { !$0.diagnostics.isEmpty })
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "3"])
  func aMarkFarOutsideOfTheInstructionsIsPassedOver(_ offset: String) throws {
    let header = #"{"app_name":"Shop","bug_type":"309"}"# + "\n"
    let body = """
      {"faultingThread":0,"usedImages":[],"threads":[{"triggered":true,"threadState":{"rip":{"value":4},"flavor":"x86_THREAD_STATE"},
      "instructionState":{"instructionStream":{"bytes":[1,2,3,4,5],"offset":\(offset)}},"frames":[{"imageOffset":4,"imageIndex":0}]}]}
      """
    let document = try ReportDocument(reading: Array((header + body).utf8))
    let state = try #require(document.layout(of: document.reports[0])).threadState.joined(separator: "\n")
    #expect(state.contains("instruction stream:"))
    #expect(state.contains("[04]") == (offset == "3"))
  }
}
