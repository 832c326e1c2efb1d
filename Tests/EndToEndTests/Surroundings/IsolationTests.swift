import Foundation
import TestSupport
import Testing

/// What becomes of a batch when reading a debug file goes wrong in the middle of it. The second report is a pipe that is filled
/// only after the first report's answer has come and the harm is done.
@Suite struct IsolationTests {
  static let dSYM = "Binaries/shop-cpp/out/ios-arm64/Shop.dSYM"
  static let other = FixtureFolder.path("Reports/apple-text/ios-swift/Shop.crash")

  /// A report with one frame, at a distance from the start of the image.
  static func report(at offset: UInt64) throws -> String {
    let original = try String(decoding: FixtureFolder.bytes("Reports/apple-text/ios-arm64/Shop.crash"), as: UTF8.self)
    let lines = original.components(separatedBy: "\n")
    let image = try #require(lines.first { $0.contains(" Shop arm64 ") })
    let load = try #require(image.firstMatch(of: /0x([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) })
    let header = lines.prefix { !$0.hasPrefix("Thread 0") }
    let frame = "0   Shop  0x" + String(load + offset, radix: 16) + " 0x" + String(load, radix: 16) + " + \(offset)"
    return (header + ["Thread 0 Crashed:", frame, "", "Binary Images:", image, ""]).joined(separator: "\n")
  }

  /// Runs three reports; `harm` is a shell script that sees the process's number as $pid, after the first line of output.
  static func run(_ harm: String) throws -> (lines: [[String: Any]], run: ToolRun) {
    let folder = try TemporaryFolder()
    try folder.copy(FixtureFolder.path(dSYM), to: "symbols/Shop.dSYM")
    try folder.copy(FixtureFolder.path("Binaries/shop-swift/out/Shop.dSYM"), to: "symbols/Swift/Shop.dSYM")
    try folder.write(try report(at: 0x421c), to: "first.crash")
    try folder.write(try report(at: 0x452b), to: "second.crash")
    let script = """
      mkfifo gate
      exec 3< <(exec '\(Symbolicate.path)' -j1 -f ndjson --no-index -s symbols first.crash gate '\(other)')
      pid=$!
      read -r line <&3 && echo "$line"
      \(harm)
      cat second.crash >gate
      cat <&3
      wait $pid
      """
    let run = try ToolRun.of("/bin/bash", ["-c", script], environment: ["SWIFT_BACKTRACE": "enable=no"], directory: folder.path)
    let lines = try run.stdout.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    return (lines, run)
  }

  static func functions(of report: [String: Any]) -> [String] {
    let threads = report["threads"] as? [[String: Any]] ?? []
    let frames = threads.flatMap { $0["frames"] as? [[String: Any]] ?? [] }
    return frames.compactMap { (($0["sources"] as? [[String: Any]])?.last)?["function"] as? String }
  }

  @Test func aKilledReaderIsStartedAgain() throws {
    let (lines, run) = try Self.run("kill -9 $(cat /proc/$pid/task/*/children)")
    try #require(lines.count == 3)
    #expect(Self.functions(of: lines[0]) == ["shop::Checkout::total(int) const"])
    #expect(Self.functions(of: lines[1]) == ["ledger_commit"])
    #expect(Self.functions(of: lines[2]).contains { $0.contains("Catalog") || $0.contains("main") })
    #expect(run.status == 0 && !run.stderr.contains("reading it"))
  }

  @Test func aFileThatShrinksCostsItsOwnImageOnly() throws {
    let (lines, run) = try Self.run("truncate -s 4096 symbols/Shop.dSYM/Contents/Resources/DWARF/Shop")
    try #require(lines.count == 3)
    #expect(Self.functions(of: lines[0]) == ["shop::Checkout::total(int) const"])
    #expect(Self.functions(of: lines[1]).isEmpty)
    #expect(!Self.functions(of: lines[2]).isEmpty)
    #expect(run.stderr.contains("symbols/Shop.dSYM/Contents/Resources/DWARF/Shop: ") && run.status == 0)
  }
}
