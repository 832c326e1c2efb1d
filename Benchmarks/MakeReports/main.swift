import CrashTruth
import Foundation

/// Writes crash reports of made-up apps, in all formats, whose truth is known: `MakeReports FOLDER [COUNT [SEED [ORACLE]]]`. The file
/// `truth.tsv` has for each report its event, its group and its cause; `loops.tsv` the crash loops.
let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first else {
  print("usage: MakeReports FOLDER [COUNT [SEED [ORACLE]]]")
  exit(2)
}
let words = Array(arguments.dropFirst())
let count = words.first.flatMap { Int($0) } ?? 1000
let seed = words.dropFirst().first.flatMap { UInt64($0) } ?? 20_261_122
let oracle = words.dropFirst(2).first ?? "Fixtures/Binaries/oracle.tsv"
let truth = TruthSet(seed: seed, count: count, oracle: (try? String(contentsOfFile: oracle, encoding: .utf8)) ?? "")
try truth.write(to: folder)
print("\(truth.files.count) reports of \(truth.eventCount) events, \(truth.loops.count) crash loops, in \(folder)")
