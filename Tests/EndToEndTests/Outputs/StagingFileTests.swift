import Foundation
import TestSupport
import Testing

/// The files that outputs are written to before they take their places.
@Suite struct StagingFileTests {
  static let report = FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash")

  @Test func aPlantedLinkIsNotFollowed() throws {
    let folder = try TemporaryFolder()
    let victim = try folder.write("precious", to: "victim")
    try folder.write("old", to: "out.txt")
    // The shell's number is the program's: exec keeps it.
    let script = "ln -s '\(victim)' \"out.txt.$$.tmp\"; exec '\(Symbolicate.path)' -q '\(Self.report)' -o out.txt"
    let run = try ToolRun.of("/bin/bash", ["-c", script], directory: folder.path)
    #expect(run.status == 4 && run.stderr.isEmpty, "nothing is resolved without debug files")
    #expect(folder.text("victim") == "precious")
    #expect(folder.text("out.txt")?.hasPrefix("Incident Identifier") == true)
  }

  @Test func leftoversOfAKilledRunAreRemovedAndNothingElse() throws {
    let folder = try TemporaryFolder()
    for name in [".symbolicate-0123456789abcdef.tmp", ".symbolicate-mine.tmp", "out.txt.17.tmp", ".symbolicate-notes"] {
      try folder.write("left", to: "out/" + name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/out/.symbolicate-fedcba9876543210.tmp", withDestinationPath: "/etc/passwd")
    let run = try Symbolicate.run(["-q", Self.report, "-o", "out/out.txt"], directory: folder.path)
    #expect(run.status == 4 && run.stderr.isEmpty)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").sorted()
        == [".symbolicate-fedcba9876543210.tmp", ".symbolicate-mine.tmp", ".symbolicate-notes", "out.txt", "out.txt.17.tmp"])
  }

  @Test func anotherRunsFileIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let script = """
      exec 3>.symbolicate-0123456789abcdef.tmp; flock 3
      '\(Symbolicate.path)' -q '\(Self.report)' -o out.txt; echo $?; ls -A
      """
    let run = try ToolRun.of("/bin/bash", ["-c", script], directory: folder.path)
    #expect(run.stdout == "4\n.symbolicate-0123456789abcdef.tmp\nout.txt\n")
  }
}
