import Foundation
import TestSupport
import Testing

/// Inputs that cannot be used: one clear line each, the others still done.
@Suite struct BadInputTests {
  static let good = FixtureFolder.path("Reports/ips/ios-swift/Shop-2026-11-20-114303.ips")
  static let symbols = FixtureFolder.path("Binaries/shop-swift/out")

  @Test(arguments: [
    ([UInt8](), "the file is empty\n"),
    ([0x7f, 0, 1, 2, 0xff, 0xfe, 0], "not a crash report in a known format (binary data; looked for "),
    (Array("Dear diary,\nnothing crashed.\n".utf8), "not a crash report in a known format (text; looked for "),
  ])
  func aFileThatIsNoReport(bytes: [UInt8], reason: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "notes.txt")
    let run = try Symbolicate.run([path, Self.good, "-q", "-s", Self.symbols])
    #expect(run.stderr.hasPrefix("symbolicate: \(path): \(reason)"))
    #expect(run.stderr.split(separator: "\n").count == 1)
    #expect(!reason.hasSuffix("looked for ") || run.stderr.contains(", Apple text, .ips, KSCrash JSON, "))
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
        symbolicate: /nonexistent/x: no such file or directory
        symbolicate: \(FixtureFolder.path("README.md")): not a debug file: neither Mach-O nor ELF

        """)
    #expect(run.status == 0)
  }

  @Test func aZipThatIsCutOffIsSaid() throws {
    let folder = try TemporaryFolder()
    let zip = try folder.write([0x50, 0x4b, 3, 4], to: "dSYMs.zip")
    let run = try Symbolicate.run(["-q", Self.good, zip, Self.symbols])
    #expect(run.stderr.hasPrefix("symbolicate: \(zip): damaged: ") && run.stderr.split(separator: "\n").count == 1)
  }

  @Test(arguments: FixtureFolder.files(below: "Malformed/out")) func damagedDebugFilesDoNoHarm(path: String) throws {
    let run = try Symbolicate.run(["--image", "Shop=" + FixtureFolder.path(path), Self.good])
    #expect([0, 4].contains(run.status))
    #expect(!run.output.isEmpty)
  }

  @Test func aReportWithoutImages() throws {
    let text = String(decoding: try FixtureFolder.bytes("Reports/apple-text/ios-arm64/Shop.crash"), as: UTF8.self)
    let bare = text.components(separatedBy: "Binary Images:")[0]
    let run = try Symbolicate.run(["-", "-s", Self.symbols], input: Array(bare.utf8))
    #expect(
      run.stderr == """
        symbolicate: standard input: no image of the report has an ID, so no debug file can be matched; use --image NAME=PATH
        symbolicate: standard input: 0 of 9 frames of app images resolved; 1 image without symbols
          missing  Shop, 9 frames
                   the report has no ID for Shop; use --image Shop=PATH

        """)
    #expect(run.status == 4)
    #expect(run.stdout == bare)
  }

  @Test func framesOfScriptsAreSaidToStayAsTheyAre() throws {
    let frames = #"[{"function":"foo","filename":"app:///index.bundle","lineno":1,"colno":37243},{"function":"bar","lineno":2}]"#
    let event =
      #"{"event_id":"a","platform":"javascript","exception":{"values":[{"type":"TypeError","stacktrace":{"frames":\#(frames)}}]}}"#
    let run = try Symbolicate.run(["-"], input: Array(event.utf8))
    #expect(
      run.stderr == """
        symbolicate: standard input: 0 of 1 script frame resolved
          missing  index.bundle.map, 1 frame
                   name it, or a directory with it, with --source-map

        """)
    #expect(run.stdout.contains("1   foo (index.bundle:1:37243)\n") && run.status == 0)
  }

  @Test func aLogThatGivesNoIDForAnImage() throws {
    let log = """
      0   CoreFoundation   0x00000001835df228 7821F73C-378B-3A10-BE90-EF526B7DBA93 + 1155624
      1   UIKitCore        0x0000000180a79abc main + 88
      2   My Shop          0x00000001025a0758 My Shop + 231256

      """
    let run = try Symbolicate.run(["-"], input: Array(log.utf8))
    let message = "the report has no ID for My Shop, so no debug file can be matched; use --image NAME=PATH"
    #expect(run.stderr.split(separator: "\n").first == "symbolicate: standard input: \(message)")
    #expect(run.stdout == log)
  }

  @Test func aReportThatIsCutOff() throws {
    let bytes = try FixtureFolder.bytes("Reports/kscrash/mach/report.json")
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(bytes.prefix(bytes.count * 4 / 5)), to: "cut.json")
    let run = try Symbolicate.run([path, "-s", FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")])
    #expect(
      run.stderr.contains(
        /symbolicate: .*cut.json: JSON ends early; \d+ threads? before it (was|were) read \(byte [\d,]+, line \d+\)\n/))
    #expect(run.stdout.contains("(checkout.cpp:9)"), "what stands before the cut is done")
    let stump = try folder.write(Array(bytes.prefix(40)), to: "stump.json")
    let failed = try Symbolicate.run([stump])
    #expect(failed.stderr.split(separator: "\n").count == 1 && failed.stderr.hasPrefix("symbolicate: \(stump): "))
    #expect(failed.status == 1 && failed.output.isEmpty)
  }

  @Test func aDebugFileThatIsCutOff() throws {
    let symbols = "Malformed/out/cut-in-debug-info/Shop.dSYM"
    let run = try Symbolicate.run(
      ["Reports/apple-text/macos-arm64-half/Shop.crash", "-q", "-s", symbols], directory: FixtureFolder.path)
    #expect(
      run.stderr == """
        symbolicate: \(symbols)/Contents/Resources/DWARF/Shop: damaged: __debug_info reaches 4077 bytes past the end of the file; \
        the readable part is used

        """)
    #expect(run.stdout.contains("shop::Receipt::print(int) + 132\n"), "its symbol table still answers")
    #expect(run.status == 0)
  }

  @Test(arguments: [
    ("abbrev-at-4-gigabytes", "the unit at byte 0 of .debug_info cannot be read"),
    ("debug-info-is-noise", "the unit at byte 0 of .debug_info cannot be read"),
    ("debug-line-is-noise", "the line table at byte 1152 of .debug_line cannot be read to its end"),
    ("debug-line-past-end", "__debug_line reaches 1025878 bytes past the end of the file"),
    ("symtab-count-absurd", "its symbol table reaches past the end of the file"),
    ("unit-length-absurd", "the unit at byte 0 of .debug_info reaches past the end of the section"),
  ])
  func damageInsideADebugFileIsSaidOnceAndTheRestIsUsed(name: String, damage: String) throws {
    let symbols = "Malformed/out/\(name)/Shop.dSYM"
    let run = try Symbolicate.run(
      ["Reports/apple-text/macos-arm64-half/Shop.crash", "-q", "-s", symbols], directory: FixtureFolder.path)
    #expect(
      run.stderr == """
        symbolicate: \(symbols)/Contents/Resources/DWARF/Shop: damaged: \(damage); the readable part is used

        """)
    #expect(run.stdout.contains("shop::Receipt::print(int) + 132"))
    #expect(run.status == 0)
  }

  @Test func aFolderThatMayNotBeReadDoesNotStopTheOthers() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.good, to: "in/good.ips")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/in/bad.ips", withDestinationPath: "/nonexistent/x")
    let run = try Symbolicate.run(["in", "-o", "out", "-s", Self.symbols], directory: folder.path)
    #expect(run.stderr.contains("symbolicate: in/bad.ips: broken symbolic link or permission denied\n"))
    #expect(run.status == 1)
    #expect(folder.files.contains("out/good.ips.txt"))
  }
}
