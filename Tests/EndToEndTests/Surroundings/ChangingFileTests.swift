import Foundation
import TestSupport
import Testing

/// Debug files that are cut off or written to while they are read.
@Suite struct ChangingFileTests {
  static let name = "Shop.dSYM/Contents/Resources/DWARF/Shop"

  /// Runs `lookup` and asks it for one address, harms the file, and asks it for an address of another unit.
  static func run(_ harm: String) throws -> ToolRun {
    let folder = try TemporaryFolder()
    try folder.copy(FixtureFolder.path("Binaries/shop-cpp/out/macos-arm64-dwarf5/Shop.dSYM"), to: "Shop.dSYM")
    let (first, second) = (LookupTests.oracle[0].address, LookupTests.oracle[LookupTests.oracle.count - 1].address)
    let script = """
      mkfifo ask; exec 4<>ask
      exec 3< <(exec 4<&-; exec '\(Symbolicate.path)' lookup Shop.dSYM <ask 2>errors)
      pid=$!
      echo \(first) >&4
      read -r line <&3; echo "$line"
      while read -r line <&3 && [ -n "$line" ]; do :; done
      \(harm)
      echo \(second) >&4
      exec 4>&-
      cat <&3
      wait $pid; echo $?
      cat errors >&2
      """
    return try ToolRun.of("/bin/bash", ["-c", script], environment: ["SWIFT_BACKTRACE": "enable=no"], directory: folder.path)
  }

  @Test(arguments: ["truncate -s 4096 \(name)", "truncate -s 0 \(name)", "printf '\\1' | dd of=\(name) conv=notrunc 2>/dev/null"])
  func aLookupSaysSoAndFails(harm: String) throws {
    let run = try Self.run(harm)
    let lines = run.stdout.split(separator: "\n")
    #expect(lines.count == 2 && lines.last == "1", "one answer, then the status: \(run.stdout)")
    #expect(run.stderr == "symbolicate: \(Self.name): it changed while it was read; run symbolicate again\n")
  }

  @Test func aFileThatIsReplacedGoesOnAnswering() throws {
    let run = try Self.run("cp \(Self.name) new; truncate -s 4096 new; mv new \(Self.name)")
    let lines = run.stdout.split(separator: "\n")
    #expect(lines.count > 2 && lines.last == "0" && run.stderr.isEmpty, "\(run.stdout)")
  }

  /// Truncates a file again and again while runs read it: whichever moment it hits, a run says what happened or answers.
  @Test(arguments: ["lookup", "index", "report"]) func noRunDiesOfAFileThatShrinks(command: String) throws {
    let folder = try TemporaryFolder()
    let original = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM")
    try folder.copy(original, to: "Shop.dSYM")
    let words =
      switch command {
      case "lookup": "lookup --no-index Shop.dSYM 0x100004018 0x100004400 0x100004800"
      case "index": "index Shop.dSYM"
      default: "-q '\(FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash"))' -s Shop.dSYM"
      }
    let script = """
      ( while [ -e Shop.dSYM ] && [ ! -e done ]; do
          for size in 0 4096 8192 20000; do truncate -s $size \(Self.name); cat '\(original)/Contents/Resources/DWARF/Shop' >\(Self.name); done
        done ) &
      for round in {1..60}; do XDG_CACHE_HOME=$PWD/cache$round '\(Symbolicate.path)' \(words) >/dev/null 2>&1; echo $?; done
      touch done; wait
      """
    let run = try ToolRun.of("/bin/bash", ["-c", script], environment: ["SWIFT_BACKTRACE": "enable=no"], directory: folder.path)
    let statuses = run.stdout.split(separator: "\n").map(String.init)
    #expect(statuses.count == 60 && Set(statuses).isSubset(of: ["0", "1", "4"]), "\(statuses)")
  }
}
