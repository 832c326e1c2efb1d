import Testing
import TestSupport

@Suite struct ExecutableTests {
  @Test func executableIsBuilt() throws {
    let run = try Symbolicate.run(["--version"])
    #expect(run.status == 0)
  }
}
