import Foundation
import TestSupport
import Testing

/// Inputs that cannot be used: one clear line each, the others still done.
@Suite struct BadInputTests {
  static let good = FixtureFolder.path("Reports/ips/ios-swift/Shop-2026-11-20-114303.ips")
  static let symbols = FixtureFolder.path("Binaries/shop-swift/out")
  static let known = "looked for Apple text, .ips, KSCrash JSON, Swift backtrace JSON"

  @Test(arguments: [
    ([UInt8](), "the file is empty"),
    ([0x7f, 0, 1, 2, 0xff, 0xfe, 0], "not a crash report in any format that is known (binary data; \(known))"),
    (Array("Dear diary,\nnothing crashed.\n".utf8), "not a crash report in any format that is known (text; \(known))"),
  ])
  func aFileThatIsNoReport(bytes: [UInt8], reason: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "notes.txt")
    let run = try Symbolicate.run([path, Self.good, "-q", "-s", Self.symbols])
    #expect(run.stderr == "symbolicate: \(path): \(reason)\n")
    #expect(run.status == 1)
    #expect(run.stdout.contains("Shop.swift:"), "the other input is still done")
  }

  @Test func aPathThatIsNotThere() throws {
    let run = try Symbolicate.run(["/nonexistent/a.crash"])
    #expect(run.stderr == "symbolicate: /nonexistent/a.crash: No such file or directory\n")
    #expect(run.status == 1 && run.output.isEmpty)
  }

  @Test func standardInputThatIsEmpty() throws {
    let run = try Symbolicate.run(["-"])
    #expect(run.stderr == "symbolicate: standard input: the file is empty\n")
    #expect(run.status == 1)
  }

  @Test func symbolsThatAreNotThereOrNoDebugFile() throws {
    let run = try Symbolicate.run([
      "-q", Self.good, "-s", "/nonexistent/x", "-s", FixtureFolder.path("README.md"), "-s", Self.symbols,
    ])
    #expect(
      run.stderr == """
        symbolicate: /nonexistent/x: no such file or folder
        symbolicate: \(FixtureFolder.path("README.md")): no debug file: neither Mach-O nor ELF

        """)
    #expect(run.status == 0)
  }

  @Test func aZipIsNotReadAndThatIsSaid() throws {
    let folder = try TemporaryFolder()
    let zip = try folder.write([0x50, 0x4b, 3, 4], to: "dSYMs.zip")
    let run = try Symbolicate.run(["-q", Self.good, zip, Self.symbols])
    #expect(run.stderr == "symbolicate: \(zip): zip archives are not read; unpack it and name the folder\n")
  }

  @Test(arguments: FixtureFolder.files(below: "Malformed/out")) func damagedDebugFilesDoNoHarm(path: String) throws {
    let run = try Symbolicate.run(["--image", "Shop=" + FixtureFolder.path(path), Self.good])
    #expect([0, 4].contains(run.status))
    #expect(!run.output.isEmpty)
  }
}
