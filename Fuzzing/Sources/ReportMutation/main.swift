import Foundation
import ReportTrial

// Reads mutated reports with every command: ReportMutation OPTION... (`make fuzz-mutate` and Fuzzing/README.md).

let options: MutationOptions
do {
  options = try MutationOptions(CommandLine.arguments.dropFirst())
} catch {
  FileHandle.standardError.write(Data("ReportMutation: \(error)\n\(MutationOptions.usage)\n".utf8))
  exit(2)
}
let seeds = SeedFiles.contents(below: options.seeds, longest: options.longestSeed)
guard !seeds.isEmpty else {
  FileHandle.standardError.write(Data("ReportMutation: no seeds below \(options.seeds.joined(separator: ", "))\n".utf8))
  exit(2)
}
let mutator = Mutator(seeds: seeds)
switch options.role {
case .engineChild(let range): EngineChild(mutator, options).run(range)
case .engine: exit(EngineRun(mutator, options).run() ? 0 : 1)
case .program(let path): exit(ProgramRun(path, mutator, options).run() ? 0 : 1)
case .show(let index): FileHandle.standardOutput.write(Data(mutator.report(index, seed: options.seed)))
}
