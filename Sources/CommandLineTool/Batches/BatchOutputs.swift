internal import Engine
internal import Pages
internal import Rendering
internal import SymbolStore
internal import System
internal import Triage

/// The output directory of a batch: what earlier runs left there, and the summary.
struct BatchOutputs: Sendable {
  private let folder: String
  private let format: OutputFormat
  private let place: OutputTarget
  private var manifest: BatchManifest

  /// Opens the directory, which is created if it does not exist. With `isNew`, nothing that earlier runs left is used. Returns nil if
  /// results do not go to a directory; throws if it cannot be written.
  init?(_ plan: RunPlan, _ options: Options, _ finder: SymbolFinder, isNew: Bool) throws(OutputError) {
    guard case .folder(let folder) = plan.place else { return nil }
    self.folder = folder
    (format, place) = (plan.format, plan.place)
    let parts = [Self.program, options.outputKey, plan.symbolication.triager?.ruleset ?? ""]
    do throws(SystemError) {
      try FileSystem.makeDirectories(folder)
      manifest = try BatchManifest(folder: folder, parts: parts, finder, isNew: isNew)
    } catch {
      throw OutputError(path: folder, reason: error.message)
    }
  }

  /// What tells this program from other versions: the commit that it was built from, or the time of its file if it is unknown.
  private static var program: String {
    let file = FileSystem.status("/proc/self/exe")
    return "\(BuildInfo.commit ?? "\(file?.modified ?? 0)") \(file?.size ?? 0)"
  }

  /// Divides the inputs into those whose output is up to date and those that are left.
  mutating func divide(_ inputs: [ReportInput]) -> (finished: [FinishedInput], left: [ReportInput]) {
    var finished: [FinishedInput] = []
    var left: [ReportInput] = []
    for input in inputs {
      if let output = place.path(of: input, format), let known = manifest.finished(input, output: output) {
        finished.append(known)
      } else {
        left.append(input)
      }
    }
    manifest.forget()
    return (finished, left)
  }

  /// Records that an output was made.
  mutating func add(_ outcome: ReportOutcome) throws(OutputError) {
    guard outcome.failure == nil, outcome.unwritten == nil, outcome.tally.reports > 0, let output = outcome.output else { return }
    do throws(SystemError) { try manifest.add(outcome, output: output) } catch {
      throw OutputError(path: folder, reason: error.message)
    }
  }

  /// Writes what was recorded so far.
  func flush() { try? manifest.flush() }

  /// Writes `summary.json`, and beside pages of reports the page that leads to them.
  func write(_ collected: SummaryBuilder, _ plan: RunPlan) throws(OutputError) {
    var path = Path.join(folder, "summary.json")
    do throws(SystemError) {
      let summary = Summary(collected)
      try FileSystem.replace(path, with: SummaryJSON().json(summary, collected))
      if plan.format == .html {
        path = Path.join(folder, plan.indexName)
        try FileSystem.replace(path, with: SummaryPage(links: plan.pageLinks).page(summary, collected))
      }
    } catch {
      throw OutputError(path: path, reason: error.message)
    }
  }
}
