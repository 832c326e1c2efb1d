import Foundation
import TestSupport
import Testing

private let program = ProcessInfo.processInfo.environment["SYMBOLICATE_GROWTH"]

/// The instructions that a release build executes grow with the length of the input, in every format, dimension and command:
/// `make growth`. Takes an hour and a half on two processors; `GROWTH_INPUTS` chooses the inputs with that in their name.
@Suite(.program("/usr/bin/valgrind"), .enabled(if: program != nil, "SYMBOLICATE_GROWTH names no program"))
struct ProgramGrowthTests {
  private static let chosen = ProcessInfo.processInfo.environment["GROWTH_INPUTS"] ?? ""
  private static let inputs = GrowingInput.all.filter { chosen.isEmpty || $0.name.contains(chosen) }
  // Two doublings: valgrind takes most of a second to begin, and what grows too fast shows where the input is long. `GrowthTests` count steps
  // over five.
  private static let sizes = [64, 128, 256].map { $0 << 10 }
  private static let largerSizes = [512, 1024].map { $0 << 10 }

  private static let commands: [[String]] = [
    ["FILE"], ["FILE", "-f", "json"], ["FILE", "-f", "html"], ["FILE", "-f", "markdown"], ["FILE", "-f", "brief"],
    ["FILE", "-f", "same", "--redact"], ["inspect", "FILE"], ["summarize", "FILE"], ["filter"],
  ]

  /// The number of instructions of a run.
  private static func instructions(_ arguments: [String], _ path: String, of program: String) throws -> Int {
    let input = arguments == ["filter"] ? [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) : []
    let valgrind = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", program]
    let run = try ToolRun.of(
      "/usr/bin/valgrind", valgrind + arguments.map { $0 == "FILE" ? path : $0 }, input: input,
      environment: ["SYMBOLICATE_ISOLATION": "off"])
    let line = run.stderr.split(separator: "\n").last { $0.contains("I refs:") || $0.contains("I   refs:") }
    return try #require(Int(line?.split(separator: " ").last?.replacing(",", with: "") ?? ""))
  }

  @Test(arguments: inputs) func instructionsGrowWithTheLength(input: GrowingInput) throws {
    let folder = try TemporaryFolder()
    // valgrind does not read the debug information of every compiler.
    let stripped = folder.path + "/symbolicate"
    _ = try ToolRun.of("/usr/bin/strip", ["-o", stripped, program ?? ""])
    for command in Self.commands {
      func counts(_ sizes: [Int]) throws -> [Int] {
        try sizes.map { size in try Self.instructions(command, folder.write(input.bytes(size), to: "\(size)"), of: stripped) }
      }
      var found = try counts(Self.sizes)
      // Where a buffer is full or a period of the input ends, one doubling adds more than the one before; the next ones do not.
      if !Self.isLinear(found) { found = try found.suffix(1) + counts(Self.largerSizes) }
      print("growth:", input.name, "|", command.joined(separator: " "), "|", found.map(String.init).joined(separator: " "))
      #expect(Self.isLinear(found), "\(command): \(found)")
    }
  }

  /// Returns whether what one more doubling adds is at most 2.3 times what the one before added.
  private static func isLinear(_ counts: [Int]) -> Bool {
    let added = zip(counts.dropFirst(), counts).map { max($0 - $1, 0) }
    return zip(added.dropFirst(), added).allSatisfy { Double($0) <= 2.3 * Double($1) + 4_000_000 }
  }
}
