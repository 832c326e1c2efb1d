import Foundation
import ReportTrial

/// Reads mutated reports with the engine in a process of its own, which a trap ends and which is ended when it does not get to the end
/// of a report. Then the next report is read by a new one.
final class EngineRun {
  private let mutator: Mutator
  private let options: MutationOptions
  private let findings: Findings
  private var current: Int
  private var isDone = false
  private var slowest: [String] = []

  init(_ mutator: Mutator, _ options: MutationOptions) {
    self.mutator = mutator
    self.options = options
    current = options.first
    findings = Findings(directory: options.found)
  }

  /// Reads all; whether nothing was found.
  func run() -> Bool {
    let end = options.first + options.count
    while !isDone, current < end {
      let before = current
      let how = runChild()
      if isDone { break }
      keep(current, how)
      current = max(current, before) + 1
    }
    for line in slowest { say(line) }
    say("\(options.count) mutated reports, \(findings.count) findings")
    return findings.count == 0
  }

  /// Starts a process at the current report and follows what it says; how it ended.
  private func runChild() -> String {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = Array(CommandLine.arguments.dropFirst()) + ["--child", String(current)]
    let pipe = Pipe()
    child.standardOutput = pipe
    do { try child.run() } catch { return "cannot start: \(error)" }
    let lines = LineReader(pipe.fileHandleForReading.fileDescriptor)
    while true {
      switch lines.next(seconds: options.limit) {
      case .line(let line): take(line)
      case .quiet:
        child.terminate()
        kill(child.processIdentifier, SIGKILL)
        child.waitUntilExit()
        return "no end after \(options.limit) s"
      case .end:
        child.waitUntilExit()
        return "ended by \(child.terminationReason == .uncaughtSignal ? "signal" : "exit") \(child.terminationStatus)"
      }
    }
  }

  private func take(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    switch words.first {
    case "begin":
      current = words.count > 1 ? Int(words[1]) ?? current : current
      if current % 10_000 == 0 { say("\(current) ...") }
    case "found": keep(current, words.last ?? "")
    case "slow": slowest.append(line)
    case "end": isDone = true
    default: break
    }
  }

  private func keep(_ index: Int, _ what: String) {
    findings.keep("engine-\(options.seed)-\(index)", mutator.report(index, seed: options.seed), what)
  }
}
