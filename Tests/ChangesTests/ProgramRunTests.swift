import System
import Testing

@Suite struct ProgramRunTests {
  private static func run(_ words: [String], limit: Int = 1000, milliseconds: Int64 = 20_000) throws -> ProgramRun {
    try ProgramRun.of(
      "sh", ["-c"] + words, variables: ["PATH=/usr/bin:/bin", "ONLY=this"], limit: limit, milliseconds: milliseconds)
  }

  @Test func outputErrorsAndStatus() throws {
    let run = try Self.run(["cat; echo $ONLY; env | wc -l; echo bad >&2; exit 3"])
    // The shell itself adds PWD, and other ones more.
    #expect(
      String(decoding: run.output, as: UTF8.self).hasPrefix("this\n") && run.errors == Array("bad\n".utf8) && run.status == 3)
    #expect(try Self.run(["kill -9 $$"]).status == 128 + 9)
  }

  @Test func slowAndEndlessProgramsEnd() {
    #expect(throws: ProgramRun.Failure.tooSlow) { try Self.run(["sleep 100 & sleep 100"], milliseconds: 50) }
    #expect(throws: ProgramRun.Failure.tooLong) { try Self.run(["yes"]) }
    #expect(throws: (any Error).self) {
      try ProgramRun.of("no-such-program-here", [], variables: [], limit: 1, milliseconds: 1000)
    }
  }
}
