internal import Answering
internal import System

/// The command-line program: parses the command line, runs the command, and ends the process.
///
/// The front of the module `CommandLineTool`, the only one that prints and ends the process. In: the arguments. Out: standard
/// output, standard error, the exit code (`ExitCode`). The arguments pass through
///
/// 1. `Options`: each option is a `Flag`; `ParsedArguments` and `Options` read them.
/// 2. `Plan`: `RunPlan` turns them into objects.
/// 3. `Commands`: one file for each command; `SymbolicateCommand` is the main one.
/// 4. `Terminal`: the streams, progress, and the behavior towards the reader.
package enum Program {
  /// The desired limit of open files: a few per job.
  private static let descriptorsWanted = 1024
  /// The minimum limit of open files for one job, with the process that reads debug files and the libraries.
  private static let descriptorsNeeded = 24

  /// Runs with the arguments of the process and ends it with its exit code.
  package static func main() -> Never {
    Environment.fillStandardDescriptors()
    Environment.survivePipesAndLimits()
    let limit = Environment.raiseDescriptorLimit(to: descriptorsWanted)
    guard limit >= descriptorsNeeded else {
      StandardStreams.report(
        "only \(limit) files may be open at once, \(descriptorsNeeded) are needed; raise the limit (ulimit -Hn, LimitNOFILE)")
      Environment.exit(ExitCode.unreadable)
    }
    Environment.exit(run(InvocationName.complete(Environment.arguments)))
  }

  private static func run(_ words: [String]) -> Int32 {
    if words.first == ResolverService.command { return ResolverService.run(Array(words.dropFirst())) }
    // The process that reads debug files for this one ends if a file is lost, and is started again.
    FileFaults.survive()
    MemoryLimit.explainFailures()
    if words.first == GeneratedFiles.command { return GeneratedFiles.run(words.dropFirst()) }
    if words.first == StoreWords.command { return StoreWords.run(words.dropFirst()) }
    do throws(UsageError) {
      if let mistake = words.first.flatMap({ CommandWord.mistake(in: $0, isFirst: true) }) { throw mistake }
      var arguments = try ParsedArguments(parsing: words)
      if let mistake = mistake(in: arguments) { throw mistake }
      if arguments.has(.help) {
        let text = arguments.wantsShortHelp ? HelpText.of(arguments.command) : LongHelp.of(arguments.command)
        return StandardStreams.printResult(text)
      }
      if arguments.has(.version) { return StandardStreams.printResult(Version.report) }
      if arguments.command == .atos { return try AtosCommand.run(arguments) }
      if arguments.command == .addr2line { return try Addr2LineCommand.run(arguments) }
      try arguments.addConfiguration()
      return try run(try Options(arguments))
    } catch {
      if error.wantsHelp {
        StandardStreams.say(error.command == .symbolicate ? HelpText.beginning : HelpText.of(error.command))
      } else {
        StandardStreams.report(error.message)
        StandardStreams.say(error.advice + "\n")
      }
      return ExitCode.usage
    }
  }

  /// Returns the error for a command after options, or for a mistyped command.
  private static func mistake(in arguments: ParsedArguments) -> UsageError? {
    guard arguments.command == .symbolicate, !arguments.endsOptions, let word = arguments.operands.first else { return nil }
    return CommandWord.mistake(in: word, isFirst: false)
  }

  private static func run(_ options: Options) throws(UsageError) -> Int32 {
    switch options.command {
    case .completions: try printCompletions(options)
    case .lookup where options.operands.isEmpty && options.sourceMaps.isEmpty: try SymbolizerCommand.run(options)
    case .lookup: try LookupCommand.run(options)
    case .index: try IndexCommand.run(options)
    case .symbolicate: try SymbolicateCommand.run(options)
    case .inspect: try InspectCommand.run(options)
    case .filter: try FilterCommand.run(options)
    case .stream: try StreamCommand.run(options)
    case .summarize: try SummarizeCommand.run(options)
    case .check: try CheckCommand.run(options)
    case .store: try StoreCommand.run(options)
    case .config: try ConfigCommand.run(options)
    case .mcp: try MCPCommand.run(options)
    case .selfTest: try SelfTestCommand.run(options)
    case .help: try printHelp(options)
    case .version: StandardStreams.printResult(Version.report)
    case .atos, .addr2line: ExitCode.usage
    }
  }

  private static func printHelp(_ options: Options) throws(UsageError) -> Int32 {
    if options.operands.count > 1, options.operands.first != Command.store.rawValue {
      throw UsageError("unexpected argument '\(options.operands[1])'", command: .help)
    }
    guard let word = options.operands.first else { return StandardStreams.printResult(LongHelp.of(.symbolicate)) }
    return StandardStreams.printResult(LongHelp.of(try CommandWord.command(word)))
  }

  private static func printCompletions(_ options: Options) throws(UsageError) -> Int32 {
    let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
    guard options.operands.count == 1, let shell = options.operands.first.flatMap(Shell.init) else {
      throw UsageError("expected one shell: \(names)", command: .completions)
    }
    return StandardStreams.printResult(CompletionScript.of(shell))
  }
}
