internal import Changes
internal import Jobs
internal import Pages
internal import Rendering
internal import SymbolStore
internal import System
internal import Triage

/// The output directory of a batch: what earlier runs left there, and the summary.
struct BatchOutputs: Sendable {
  private let folder: String
  private let plan: RunPlan
  private var manifest: BatchManifest
  /// The name of the page that leads to those of the reports, or nil without pages.
  private let index: String?
  /// The repository of the app, or nil without one.
  private let changes: ChangeSearch?

  /// Opens the directory, which is created if it does not exist. With `isNew`, nothing that earlier runs left is used. Returns nil if
  /// results do not go to a directory; throws if it cannot be written.
  init?(
    _ plan: RunPlan, index: String?, _ options: Options, _ finder: SymbolFinder, _ changes: ChangeSearch?, isNew: Bool
  ) throws(OutputError) {
    guard case .folder(let folder) = plan.destination, !plan.inputs.inputs.isEmpty else { return nil }
    self.folder = folder
    self.plan = plan
    self.index = index
    self.changes = changes
    let parts = [Self.program, options.outputKey, plan.symbolication.triager?.ruleset ?? ""]
    manifest = try BatchManifest(folder: folder, parts: parts, finder, plan.files, isNew: isNew)
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
      if let output = plan.destination.path(of: input, plan.format), let known = manifest.finished(input, output: output) {
        finished.append(known)
      } else {
        left.append(input)
      }
    }
    manifest.forget()
    return (finished, left)
  }

  /// Records that an output was made. After a failure of the system that the next run may not have, and if the record cannot be written,
  /// nothing is: an output that lacks names would stay, and lines refer to those before them.
  mutating func add(_ outcome: ReportOutcome) throws(OutputError) {
    if outcome.warnings.contains(where: \.isPassing) { manifest.abandon() }
    guard outcome.failure == nil, outcome.unwritten == nil, outcome.tally.reports > 0, let output = outcome.output else { return }
    do throws(SystemError) { try manifest.add(outcome, output: output) } catch {
      manifest.abandon()
      throw OutputError(path: folder, reason: error.message)
    }
  }

  /// Writes what was recorded so far. If it cannot be written, a message says so; all outputs are there.
  mutating func flush() {
    do throws(SystemError) { try manifest.flush() } catch {
      manifest.abandon()
      StandardStreams.report("\(manifest.path): \(error.message); the next run makes all outputs again")
    }
  }

  /// Writes `summary.json`, and beside pages of reports the page that leads to them. Each gets another name if an output, an input or
  /// another file has it. Returns the names that nobody expects.
  func write(_ collected: SummaryBuilder) throws(OutputError) -> [String] {
    var summary = Summary(collected)
    summary.suspicions = changes?.suspicions(of: summary, among: summary) ?? [:]
    let name = plan.files.freeName(in: folder, ["summary.json"], mark: "\"symbolicate.summary/") {
      plan.inputs.isOutput($0, suffix: plan.format.suffix)
    }
    try plan.files.write(SummaryJSON().json(summary, collected), to: Path.join(folder, name))
    var names = [name]
    if let index {
      try plan.files.write(SummaryPage(links: plan.pageLinks).page(summary, collected), to: Path.join(folder, index))
      names.append(index)
    }
    return names.filter { $0 != "summary.json" && $0 != "index.html" }
  }
}
