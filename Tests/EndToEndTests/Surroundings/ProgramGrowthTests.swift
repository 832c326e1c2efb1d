import Foundation
import TestSupport
import Testing

private let program = ProcessInfo.processInfo.environment["SYMBOLICATE_GROWTH"]

/// The instructions that a release build executes grow with the length of the input, in every format, dimension and command:
/// `make growth`. Takes hours, on all processors; `GROWTH_INPUTS` chooses the inputs with that in their name.
@Suite(.program("/usr/bin/valgrind"), .enabled(if: program != nil, "SYMBOLICATE_GROWTH names no program"))
struct ProgramGrowthTests {
  private static let chosen = ProcessInfo.processInfo.environment["GROWTH_INPUTS"] ?? ""
  private static let inputs = GrowingInput.all.filter { chosen.isEmpty || $0.name.contains(chosen) }
  private static let sizes = [8, 16, 32, 64, 128, 256].map { $0 << 10 }

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
    let paths = try Self.sizes.map { try folder.write(input.bytes($0), to: "\($0)") }
    for command in Self.commands {
      let counts = try paths.map { try Self.instructions(command, $0, of: stripped) }
      print("growth:", input.name, "|", command.joined(separator: " "), "|", counts.map(String.init).joined(separator: " "))
      // What one more doubling adds is at most 2.3 times what the one before added.
      let added = zip(counts.dropFirst(), counts).map { max($0 - $1, 0) }
      let isLinear = zip(added.dropFirst(), added).allSatisfy { Double($0) <= 2.3 * Double($1) + 4_000_000 }
      #expect(isLinear, "\(command): \(counts)")
    }
  }
}
