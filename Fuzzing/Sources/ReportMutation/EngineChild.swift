import Foundation
import ReportTrial

/// Reads mutated reports with the engine and writes one line to standard output for each: its number before, and what was found after.
struct EngineChild {
  private let mutator: Mutator
  private let options: MutationOptions

  init(_ mutator: Mutator, _ options: MutationOptions) {
    self.mutator = mutator
    self.options = options
  }

  /// Reads the mutated reports of a range.
  func run(_ range: Range<Int>) {
    let trial = Trial(symbols: options.symbols)
    for index in range {
      say("begin \(index)")
      let bytes = mutator.report(index, seed: options.seed)
      let start = clock()
      do throws(Trial.Finding) {
        try trial.run(bytes)
      } catch {
        say("found \(index) \(error.what)")
      }
      let milliseconds = (clock() - start) / 1000
      if milliseconds > 1000 { say("slow \(index) \(milliseconds) ms of processor time for \(bytes.count) bytes") }
    }
    say("end")
  }
}
