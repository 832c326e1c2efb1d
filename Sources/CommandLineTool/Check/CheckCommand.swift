internal import BuildChecks
internal import CrashModel
internal import Rendering
internal import SymbolModel
internal import SymbolStore
internal import System

/// `symbolicate check`: whether crash reports of a build can be symbolicated, before it is released.
///
/// In: builds and the search paths of debug files. Out: a `BuildCheck` for each build, which the module `BuildChecks` makes, printed as a
/// table or as JSON.
struct CheckCommand {
  private let options: Options
  private var checks: [BuildCheck] = []
  private var codes: [Int32] = []

  /// Runs the command and returns the exit code.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    guard !options.operands.isEmpty else {
      throw UsageError("no app, archive or directory given", command: .check)
    }
    var command = CheckCommand(options: options)
    for path in options.operands { command.check(path) }
    return command.finish()
  }

  private init(options: Options) { self.options = options }

  private mutating func check(_ path: String) {
    let finder = SymbolFinder(SearchPaths(symbols: [path] + options.symbols, store: options.store))
    let contents = BuildContents(path, finder)
    let store = SearchPaths.storePath(named: options.store).map { DebugStore(path: $0) }
    let check = ScriptCheck(path, symbols: options.symbols, sourceMaps: options.sourceMaps, store: store)
    let scripts = check.scripts()
    if !contents.images.isEmpty || !scripts.isEmpty {
      let jobs = options.jobs ?? Environment.processorCount
      var result = BuildCheck(of: path, contents, symbols: options.symbols, finder, jobs: jobs)
      result.scripts = scripts
      checks.append(result)
    }
    for warning in finder.warnings + check.problems() { StandardStreams.report("\(warning.path): \(warning.reason)") }
    guard contents.images.isEmpty, scripts.isEmpty else { return }
    for file in contents.damaged { StandardStreams.report("\(file.path): damaged: \(file.reason)") }
    codes.append(ExitCode.unreadable)
    guard finder.warnings.allSatisfy({ $0.path != path }), contents.damaged.isEmpty else { return }
    StandardStreams.report(
      "\(path): no program or library in it; give an .xcarchive, .ipa, .app, a directory or a file of a build")
  }

  private mutating func finish() -> Int32 {
    if options.has(.json) {
      codes.append(StandardStreams.printResult(JSONRenderer().checks(checks)))
    } else {
      let lines = checks.flatMap { CheckText.lines($0) }
      codes.append(StandardStreams.printResult(lines.map { TerminalText.line($0) + "\n" }.joined()))
    }
    for check in checks {
      let isRefused = !check.isComplete || options.has(.strict) && check.hasWarnings
      if isRefused { codes.append(ExitCode.unresolvedFrames) }
      if isRefused || !options.has(.quiet) { StandardStreams.report("\(check.path): \(CheckText.verdict(check))") }
    }
    return ExitCode.worst(of: codes)
  }
}
