internal import CrashModel
internal import DebugInfo
internal import Answering
internal import SymbolStore
internal import Synchronization
internal import System
internal import Triage

/// Turns the addresses of crash reports into functions, files and lines.
///
/// One symbolicator serves a whole process: debug files stay open, and an address that was resolved once is not resolved again,
/// whatever report it is in. It starts threads of its own and never blocks those of Swift concurrency. It prints nothing, ends no
/// process and installs no signal handlers.
///
/// ```swift
/// let symbolicator = Symbolicator(debugFiles: DebugFileLocations(paths: ["/srv/dSYMs"]))
/// for report in try CrashReport.reports(in: bytes) {
///   let result = try await symbolicator.symbolicate(report)
///   print(result.text(as: .brief))
/// }
/// ```
public final class Symbolicator: Sendable {
  /// The form of the answers, and how much of the machine may be used for them.
  public struct Options: Sendable {
    /// Whether a debug file with the right name and another ID is used if there is none with the right ID. Its names are usually
    /// wrong, and frames that rest on it are marked.
    public var allowsMismatchedDebugFiles = false
    /// Whether inlined functions are listed.
    public var includesInlinedFunctions = true
    /// Whether the text and JSON of a report have the parameters and local variables of the function that crashed. Their values may
    /// be personal.
    public var includesVariables = false
    /// Whether names of Swift, C++ and Rust functions are demangled.
    public var demanglesNames = true
    /// The number of reports that are symbolicated at the same time; others wait for their turn.
    public var maximumConcurrentReports = Environment.processorCount
    /// Whether an index of each debug file is built in the cache when it is first used. Later answers and later processes are
    /// faster by far. Needs ``DebugFileLocations/cache``.
    public var buildsIndexes = true
    /// The path of the program `symbolicate`, which then reads debug files in a process of its own, or nil to read them in this
    /// process. A damaged debug file, or one that is truncated while it is read, can end the process that reads it.
    public var isolationProgram: String?

    /// The default options.
    public init() {}
  }

  private let locations: DebugFileLocations
  private let options: Options
  private let engine: Mutex<Answering.Symbolicator>
  private let queue: WorkQueue

  /// Creates a symbolicator. Directories are read when the first report needs them.
  public init(debugFiles: DebugFileLocations, options: Options = Options()) {
    locations = debugFiles
    self.options = options
    engine = Mutex(Self.engine(debugFiles, options))
    queue = WorkQueue(limit: options.maximumConcurrentReports)
  }

  /// Symbolicates a report.
  ///
  /// A call stack of a log gets the images of the earlier ones in the same log, as far as it lacks images of its own.
  /// Missing debug files are no error: their frames keep the reporter's text, and ``SymbolicatedReport/missingDebugFiles`` lists
  /// them.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - directory: A directory that is searched too, not recursively except for dSYM bundles: that of the report's file. Do not
  ///     pass one that others may write to.
  /// - Returns: The report with the answers.
  /// - Throws: `CancellationError` if the task is cancelled. Waiting ends at once; the thread that works on the report stops
  ///   before the next debug file.
  public func symbolicate(
    _ report: CrashReport, directory: String? = nil
  ) async throws(CancellationError) -> SymbolicatedReport {
    let engine = engine.withLock { $0 }
    return try await queue.run { isCancelled in
      let answers = report.origin.answer(
        report.model.part, by: engine, path: report.name, folder: directory, isAbandoned: isCancelled)
      return SymbolicatedReport(report, answers.reports[0], warnings: answers.warnings.map { "\($0.path): \($0.reason)" })
    }
  }

  /// Forgets all debug files and what was found in directories, so that files that were added or replaced are found. Reports
  /// that are being symbolicated are finished with what was known before.
  public func reloadDebugFiles() {
    let fresh = Self.engine(locations, options)
    engine.withLock { $0 = fresh }
  }

  private static func engine(_ locations: DebugFileLocations, _ options: Options) -> Answering.Symbolicator {
    var symbolication = SymbolicationOptions()
    symbolication.allowsMismatch = options.allowsMismatchedDebugFiles
    symbolication.keepsInlines = options.includesInlinedFunctions
    symbolication.readsVariables = options.includesVariables
    symbolication.names = options.demanglesNames ? .short : .mangled
    symbolication.jobs = Environment.processorCount
    symbolication.indexes = locations.cache.map { .cached(in: $0, builds: options.buildsIndexes) } ?? .live
    symbolication.isolatesDebugFiles = options.isolationProgram != nil
    symbolication.resolverProgram = options.isolationProgram
    symbolication.triager = Triager()
    let finder = SymbolFinder(locations.searchPaths(jobs: Environment.processorCount))
    return Answering.Symbolicator(finder, options: symbolication)
  }
}
