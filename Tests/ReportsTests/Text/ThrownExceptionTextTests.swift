import CrashModel
import Reports
import Testing

/// What the C++ runtime writes about an exception that nobody caught.
@Suite struct ThrownExceptionTextTests {
  private static func exception(_ line: String) throws -> CrashException? {
    let body =
      "{\"procName\":\"Shop\",\"exception\":{\"type\":\"EXC_CRASH\",\"signal\":\"SIGABRT\"},\"asi\":{\"libc++abi.dylib\":[\"\(line)\"]},\"threads\":[]}"
    return try #require(try ReportDocument(reading: Array("{\"bug_type\":\"309\"}\n\(body)\n".utf8)).reports.first).exception
  }

  @Test(arguments: [
    ("terminating due to uncaught exception of type shop::AuditError: below zero", "shop::AuditError", "below zero"),
    ("libc++abi: terminating with uncaught exception of type std::out_of_range: vector", "std::out_of_range", "vector"),
    ("libc++abi.dylib: terminating with uncaught exception of type int", "int", nil),
  ])
  func typeAndMessageAreRead(_ line: String, _ name: String, _ reason: String?) throws {
    let exception = try #require(try Self.exception(line))
    #expect(exception.name == name && exception.reason == reason)
    #expect(exception.type == "EXC_CRASH")
  }

  @Test(arguments: [
    "terminating with uncaught exception of type NSException", "the log said: terminating with uncaught exception of type int",
    "terminating with uncaught exception of type ", "abort() called",
  ])
  func otherLinesNameNoException(_ line: String) throws { #expect(try Self.exception(line)?.name == nil) }
}
