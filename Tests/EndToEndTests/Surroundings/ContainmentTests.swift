import Foundation
import TestSupport
import Testing

/// What the process that reads debug files cannot do, and what becomes of a single report when that process ends.
@Suite struct ContainmentTests {
  static let report = FixtureFolder.path("Reports/apple-text/macos-symbols-only/Shop.crash")
  static let binary = "Binaries/symbols-only/out/Shop"

  /// The process tries to write, to open a socket and to reach another process, and prints what it could do.
  @Test(.filtersCalls) func writesNetworkAndProgramsAreRefused() throws {
    let run = try Symbolicate.run(["serve-resolver", "walls"])
    #expect(run.status == 0 && run.stdout == "\n" && run.stderr.isEmpty)
    let words = try Symbolicate.run(["self-test"]).stdout
    #expect(words.contains("containment  debug files are read with no writes, no network, no programs, "))
  }

  /// A copy of the symbols-only program whose symbol table is enlarged to four million symbols, most of them beyond its end.
  private func large(in folder: TemporaryFolder) throws -> String {
    var bytes = try FixtureFolder.bytes(Self.binary)
    func word(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    var command = 32
    while word(command) != 2 { command += word(command + 4) }
    let count = 4_000_000
    for (place, value) in [(8, bytes.count), (12, count)] {
      for shift in 0..<4 { bytes[command + place + shift] = UInt8(truncatingIfNeeded: value >> (8 * shift)) }
    }
    let path = try folder.write(bytes, to: "symbols/Shop")
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: UInt64(bytes.count + 16 * count))
    try file.close()
    return path
  }

  @Test(.unsanitized) func tooMuchMemoryCostsOneImageOfASingleReport() throws {
    let folder = try TemporaryFolder()
    let path = try large(in: folder)
    // Of four addresses, only the symbols around them would be read.
    let last = "3   Shop                          \t       0x100b1d084 0x100b1c000 + 4228\n"
    let text = try String(contentsOfFile: Self.report, encoding: .utf8)
    let fifth = last.replacing("3 ", with: "4 ").replacing("d084", with: "d0a0").replacing("4228", with: "4256")
    let more = text.replacing(last, with: last + fifth)
    #expect(more != text)
    let arguments = [try folder.write(Array(more.utf8), to: "Shop.crash"), "-s", path, "-f", "text"]
    let run = try Symbolicate.run(arguments, environment: ["SYMBOLICATE_DEBUG_MEMORY": "40M"])
    #expect(run.stdout.contains("Binary Images:"), "the report is printed all the same")
    #expect(
      run.stderr.contains("\(path): reading it needs more than 40 MB of memory; set SYMBOLICATE_DEBUG_MEMORY to more"),
      "\(run.stderr)")
    let enough = try Symbolicate.run(arguments, environment: ["SYMBOLICATE_DEBUG_MEMORY": "2G"])
    #expect(!enough.stderr.contains("memory"), "\(enough.stderr)")
  }

  @Test func aSingleReportHasTheSameAnswersWithAndWithoutTheProcess() throws {
    for report in ["apple-text/ios-arm64/Shop.crash", "ips/macos-arm64-exception/Shop-2026-11-20-114303.ips"] {
      let arguments = [FixtureFolder.path("Reports/" + report), "-s", FixtureFolder.path("Binaries"), "-f", "json"]
      let apart = try Symbolicate.run(arguments)
      let together = try Symbolicate.run(arguments, environment: ["SYMBOLICATE_ISOLATION": "off"])
      #expect(apart.stdout == together.stdout && apart.stderr == together.stderr && apart.status == together.status)
    }
  }
}
