import Foundation
import TestSupport
import Testing

/// A program that really crashes, symbolicated from its own ELF file by build-id.
@Suite struct LiveCrashTests {
  /// The lines of Warehouse.swift that are marked `// CRASH: n`, in the order of n: the app's frames, innermost first.
  private static func markedLines() throws -> [Int] {
    let source = String(decoding: try FixtureFolder.bytes("LiveCrash/Warehouse.swift"), as: UTF8.self)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let marks = lines.enumerated().compactMap { position, line -> (number: Int, line: Int)? in
      guard let mark = line.range(of: "// CRASH: "), let number = Int(line[mark.upperBound...]) else { return nil }
      return (number, position + 1)
    }
    return marks.sorted { $0.number < $1.number }.map(\.line)
  }

  @Test func theLinesOfTheSourceAreFound() throws {
    let folder = try TemporaryFolder()
    let crash = try ToolRun.of("/bin/bash", [FixtureFolder.path("LiveCrash/crash.sh"), folder.path])
    try #require(crash.status == 0, "\(crash.stderr)")
    let run = try Symbolicate.run([folder.path + "/crash.json"])
    #expect(run.status == 0)
    // Swift's units refer to Clang modules as if they were split files; nothing of the program is missing without them.
    let check = try Symbolicate.run(["check", folder.path + "/warehouse"])
    // A checkout below /tmp is worth a warning, and nothing else is.
    let isTemporary = Checkout.root.hasPrefix("/tmp/") || Checkout.root.hasPrefix("/var/tmp/")
    #expect(
      check.status == 0 && check.stdout.contains("  \(isTemporary ? "warning    " : "ok         ") warehouse"), "\(check.stdout)")
    let warnings = check.stdout.components(separatedBy: "warning: ").count - 1
    #expect(warnings == (isTemporary ? 1 : 0), "\(check.stdout)")
    let expected = try Self.markedLines()
    #expect(expected.count == 4)
    let found = run.stdout.matches(of: /\(Warehouse\.swift:(\d+)\)/).compactMap { Int($0.output.1) }
    #expect(found.filter(expected.contains) == expected, "\(run.stdout)")
    for name in ["Shelf.weight(ofBox:) + ", "Warehouse.heaviest(of:) + ", "Warehouse.load<A>(_:) + ", "static Main.main() + "] {
      #expect(run.stdout.contains(name))
    }
  }
}
