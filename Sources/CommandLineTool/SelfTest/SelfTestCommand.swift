internal import Answering
internal import SymbolStore
internal import System

/// `symbolicate self-test`: whether the program works on this machine, which optional libraries it finds, and whether it may write where it
/// keeps files. The first lines of a report about a bug.
struct SelfTestCommand {
  /// Runs the command and returns the exit code.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    if let word = options.operands.first { throw UsageError("unexpected argument '\(word)'", command: .selfTest) }
    let result = SelfTest.run()
    var lines = [Version.report.split(separator: "\n").joined(separator: "; ")]
    lines.append(row("machine", MachineDescription.text))
    lines.append(row("self-test", result.words))
    lines.append(row("containment", Self.containment))
    lines += OptionalLibrary.all.map { row($0.name, $0.words) }
    lines.append(row("store", WritablePlace.words(SearchPaths.storePath(named: options.store))))
    lines.append(row("cache", WritablePlace.words(SearchPaths.userCache)))
    lines.append(row("temporary", WritablePlace.words(Environment.variable("TMPDIR") ?? "/tmp")))
    let code = StandardStreams.printResult(lines.map { $0 + "\n" }.joined())
    return ExitCode.worst(of: [code, result.isRight ? ExitCode.success : ExitCode.nothingResolved])
  }

  /// What the process that reads debug files cannot do on this machine.
  private static var containment: String {
    guard let breaches = ResolverLimits.breaches else { return "unknown: the process that reads debug files cannot be started" }
    let walls = ["writes", "network", "programs"]
    let limit = "\(ResolverLimits.memory >> 20) MB of memory"
    let refused = walls.filter { !breaches.contains($0) }.map { "no \($0)" }
    let words = "debug files are read with " + (refused + [limit]).joined(separator: ", ")
    return breaches.isEmpty ? words : words + "; the kernel does not refuse " + breaches.joined(separator: ", ")
  }

  private static func row(_ name: String, _ text: String) -> String { name.padded(to: 12) + " " + text }
}

extension String {
  /// The text with blanks up to a number of characters.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
