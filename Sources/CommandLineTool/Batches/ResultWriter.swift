internal import Jobs
internal import System

/// Writes results in order: to standard output, or all to one file, which appears when it is complete.
struct ResultWriter: Sendable {
  private let plan: RunPlan
  private var file: GrowingFile?
  private var isAbandoned = false
  private var count = 0

  /// Prepares to write the results of a plan.
  init(_ plan: RunPlan) { self.plan = plan }

  /// Creates the file that all results go to, if there is one. Throws if it cannot be created.
  mutating func open() throws(OutputError) {
    guard case .joined(let path) = plan.destination else { return }
    file = try plan.files.open(path)
  }

  /// Writes one result, after what separates it from the one before.
  mutating func write(_ output: OutputBytes) throws(OutputError) {
    let separator = separator
    count += 1
    try put(separator)
    try output.read { (piece) throws(OutputError) in try put(piece) }
  }

  /// Writes what ends the output, and gives the file its name.
  mutating func end() throws(OutputError) {
    if plan.joinsArray { try put(Array((count == 0 ? "[]\n" : "]\n").utf8)) }
    if plan.joinsPage { try put((count == 0 ? OutputRenderer.pageBeginning : []) + OutputRenderer.pageEnd) }
    guard let file else { return }
    do throws(SystemError) { try file.finish() } catch {
      abandon()
      throw OutputError(path: file.path, reason: error.message)
    }
  }

  /// Removes the file that is not complete, and writes nothing more.
  mutating func abandon() {
    isAbandoned = file != nil
    file = nil
  }

  private mutating func put(_ bytes: [UInt8]) throws(OutputError) {
    guard !isAbandoned else { return }
    do throws(SystemError) {
      if let file { try file.append(bytes) } else { try StandardStreams.print(bytes) }
    } catch {
      let path = file?.path ?? "standard output"
      abandon()
      throw OutputError(path: path, reason: error.message)
    }
  }

  /// The text before a result on standard output.
  private var separator: [UInt8] {
    if plan.joinsArray { return Array((count == 0 ? "[\n" : ",\n").utf8) }
    if plan.joinsPage { return count == 0 ? OutputRenderer.pageBeginning : [] }
    return count > 0 && plan.format.isForPeople ? [UInt8(ascii: "\n")] : []
  }
}
