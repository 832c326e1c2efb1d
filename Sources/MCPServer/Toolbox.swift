internal import Changes
internal import CrashModel
internal import DebugInfo
internal import Answering
internal import Jobs
internal import Rendering
internal import Reports
internal import SymbolModel
internal import SymbolStore
internal import System
internal import Triage

/// What the tools do. Each call reads directories and debug files again, so that what was built meanwhile is found.
struct Toolbox: Sendable {
  /// A call that cannot be answered; the reason is for the client.
  struct Failure: Error {
    /// One clause.
    let reason: String
  }

  /// The directories that may be read.
  let folders: AllowedFolders
  /// Further debug files and directories, named at the start.
  let symbols: [String]
  /// The store, named at the start, or nil.
  let store: String?
  /// The repository of the app, named at the start, or nil.
  let changes: ChangeSearch?
  /// Whether the variables of the crashed function are shown.
  let readsVariables: Bool
  /// What could not be read for this call.
  let problems = CallProblems()
  /// Whether anybody still waits for the answer.
  let isCancelled: @Sendable () -> Bool

  /// The most reports of a directory that one call reads.
  private static let maxReports = 20_000

  // MARK: Reports

  /// `inspect`.
  func inspect(_ path: String) throws(Failure) -> String {
    guard let real = try? folders.resolve(path) else { return try debugFiles(try resolveDebugFile(path)) }
    if DebugFile.isNamed(by: real) { return try debugFiles(real) }
    switch FileSystem.status(real)?.kind {
    case .directory: return try list(real)
    case .file: break
    default: throw Failure(reason: "\(path): neither a file nor a directory")
    }
    guard case .document(let document) = InputReading(of: input(real)) else { return try debugFilesOrReason(real) }
    let wording = InspectText(isVerbose: true)
    return answers(document, real).flatMap { wording.lines($0, note: DebugFile.description(ofPath:)) }.joined(separator: "\n")
  }

  /// `symbolicate`.
  func symbolicate(_ path: String, view: String, thread: Int?) throws(Failure) -> String {
    let (real, part) = try resolveReport(path)
    let document: ReportDocument
    switch InputReading(of: input(real)) {
    case .document(let read): document = read
    case .failed(let reason): throw Failure(reason: "\(path): \(reason)")
    case .skipped: throw Failure(reason: "\(path): not a crash report")
    }
    var answers = answers(document, real)
    if let part {
      guard answers.indices.contains(part) else {
        throw Failure(reason: "\(path): the file has \(answers.count) reports, from #0")
      }
      answers = [answers[part]]
    }
    switch view {
    case "all": return String(decoding: OutputRenderer(format: .text).bytes(document, answers), as: UTF8.self)
    case "thread":
      let shown = try answers.map { answer throws(Failure) in try Self.only(thread, of: answer) }
      return String(decoding: MarkdownRenderer(onlyCrashed: thread == nil, isPlain: true).markdown(shown), as: UTF8.self)
    default: return answers.map(BriefText().text).joined(separator: "\n")
    }
  }

  /// Returns a report with one thread only, or the whole report if no number is given.
  private static func only(_ number: Int?, of answer: SymbolicatedReport) throws(Failure) -> SymbolicatedReport {
    guard let number else { return answer }
    guard let thread = answer.report.threads.first(where: { $0.index == number }) else {
      let known = answer.report.threads.map { String($0.index) }.prefix(50).joined(separator: ", ")
      throw Failure(reason: "the report has no thread \(number), only \(known.isEmpty ? "backtraces" : known)")
    }
    var result = answer
    result.report.threads = [thread]
    (result.report.backtraces, result.report.callTrees) = ([], [])
    return result
  }

  /// `summarize`: at most `limit` groups of each table, of those that have the text `filter` in their title, app, cause, version or
  /// system.
  func summarize(_ path: String, filter: String?, since: String?, limit: Int) throws(Failure) -> String {
    var summary = Summary(try collect(path), filter: Summary.Filter(since: since))
    if let filter {
      summary.groups = summary.groups.filter { [summary] in GroupWords($0, of: summary).mentions(filter) }
      guard !summary.groups.isEmpty else { throw Failure(reason: "no group has '\(filter)' in it") }
      let names = Set(summary.groups.map(\.group))
      summary.loops.removeAll { names.isDisjoint(with: $0.groups) }
    }
    summary.suspicions = changes?.suspicions(of: summary, among: summary, limit: limit) ?? [:]
    return SummaryText(width: 100, limit: limit).text(summary)
  }

  /// `explain`.
  func explain(_ path: String, group wanted: String?) throws(Failure) -> String {
    var summary = Summary(try collect(path))
    guard let wanted else {
      guard let first = summary.groups.first else { throw Failure(reason: "\(path): no crash reports found") }
      suspect([first], of: &summary)
      return SummaryExplanation().text(first, of: summary)
    }
    let groups = GroupSummary.named(by: wanted, among: summary.groups)
    guard !groups.isEmpty else {
      throw Failure(reason: "no group '\(wanted)'; name one as summarize prints it, or a part of its function")
    }
    suspect(groups, of: &summary)
    return groups.map { [summary] in SummaryExplanation().text($0, of: summary) }.joined(separator: "\n")
  }

  /// Adds the suspected changes of some groups.
  private func suspect(_ groups: [GroupSummary], of summary: inout Summary) {
    guard let changes else { return }
    var shown = summary
    shown.groups = groups
    summary.suspicions = changes.suspicions(of: shown, among: summary)
  }

  /// Symbolicates all reports of a directory.
  private func collect(_ path: String) throws(Failure) -> SummaryBuilder {
    let inputs = try inputs(try resolve(path))
    let symbolicator = symbolicator()
    let job = SummarizeJob(symbolicator, threads: 1)
    var builder = SummaryBuilder()
    for input in inputs {
      guard !isCancelled() else { break }
      let outcome = job.run(input)
      problems.add(outcome.warnings)
      builder.add(outcome.part)
    }
    guard builder.eventCount > 0 || builder.counts.done > 0 else { throw Failure(reason: "\(path): no crash reports found") }
    return builder
  }

  /// Returns one line for each report of a directory.
  private func list(_ real: String) throws(Failure) -> String {
    var lines: [String] = []
    for input in try inputs(real) {
      guard !isCancelled() else { break }
      guard case .document(let document) = InputReading(of: input) else { continue }
      for report in document.reports {
        let app = [report.process.name, report.process.version].compactMap { $0 }.joined(separator: " ")
        lines.append(
          [input.path, report.format.name, report.kind.rawValue, app, report.time ?? ""].filter { !$0.isEmpty }
            .joined(separator: "  "))
      }
    }
    return lines.isEmpty ? "no crash reports in \(real)" : lines.joined(separator: "\n")
  }

  private func inputs(_ real: String) throws(Failure) -> [ReportInput] {
    let list = InputList([real], excluding: nil)
    problems.add(list.failures.map { "\($0.path): \($0.reason)" })
    let inputs = list.inputs.filter { folders.permits($0.path) }
    guard inputs.count <= Self.maxReports else {
      throw Failure(reason: "\(real): \(inputs.count) files; name a directory with at most \(Self.maxReports)")
    }
    return inputs
  }

  // MARK: Debug files

  private func debugFilesOrReason(_ real: String) throws(Failure) -> String {
    if (try? NamedFile.openAll(real)) != nil { return try debugFiles(real) }
    guard case .failed(let reason) = InputReading(of: input(real)) else { throw Failure(reason: "\(real): not a crash report") }
    throw Failure(reason: "\(real): \(reason)")
  }

  private func debugFiles(_ real: String) throws(Failure) -> String {
    let finder = finder()
    let (files, damaged) = finder.files(below: real)
    problems.add(finder.warnings)
    let lines =
      files.flatMap { file in
        var summary = DebugFileSummary(path: file.path)
        summary.size = file.size
        summary.slices = file.slices.map { DebugFileSummary.Slice(reading: $0) }
        return DebugFileText.lines(summary, size: DebugFile.size)
      } + damaged.map { "\($0.path): damaged: \($0.reason)" }
    guard !lines.isEmpty else { throw Failure(reason: "\(real): no debug files found") }
    return lines.joined(separator: "\n")
  }

  /// `lookup`.
  func lookUp(_ path: String, _ addresses: [String], load: String?, architecture: String?) throws(Failure) -> String {
    let real = try resolveDebugFile(path)
    let image: DebugImage
    do throws(NamedFileError) {
      let files = try NamedFile.open(real, architecture: architecture.map { Architecture($0) })
      let readable = debugFolders
      guard files.allSatisfy({ readable.permits($0.path) }) else {
        throw NamedFileError(path: path, reason: "leads out of the allowed directories")
      }
      image = DebugImage(files: files)
    } catch {
      throw Failure(reason: "\(path): \(error.reason)\(error.isChoice ? "; choose one with 'arch'" : "")")
    }
    let base = try load.map { text throws(Failure) in try Self.address(text) }
    return try addresses.map { text throws(Failure) in
      let number = try Self.address(text)
      let linked =
        base.map { load in RuntimeAddress(number).offset(from: RuntimeAddress(load))?.linkAddress(textBase: image.textBase) }
        ?? LinkAddress(number)
      let answer = linked.flatMap { image.resolve([$0], names: .short).first ?? nil }
      return Self.line(number, answer)
    }.joined(separator: "\n")
  }

  private static func address(_ text: String) throws(Failure) -> UInt64 {
    let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : text[...]
    guard let number = UInt64(digits, radix: 16), digits.first != "+" else {
      throw Failure(reason: "'\(text)' is not a hexadecimal address")
    }
    return number
  }

  private static func line(_ number: UInt64, _ answer: ResolvedAddress?) -> String {
    let head = "0x" + String(number, radix: 16)
    guard let answer else { return head + "  unknown" }
    let lines = answer.sources.map { source in
      let place = source.file.map { " (\($0):\(source.line ?? 0)\(source.column.map { ":\($0)" } ?? ""))" } ?? ""
      return "  \(source.function.isEmpty ? "??" : source.function)\(source.inlined ? " [inlined]" : "")\(place)"
    }
    return ([head] + lines).joined(separator: "\n")
  }

  /// `find`.
  func find(_ query: String) throws(Failure) -> String {
    let finder = finder()
    defer { problems.add(finder.warnings) }
    guard let id = ImageID(parsing: query) else {
      let found = finder.files(named: query, reportFolder: nil)
      guard !found.isEmpty else { throw Failure(reason: "no debug file named \(query)") }
      return found.map { "\($0.path)  \($0.architecture?.name ?? "?")  \($0.id?.description ?? "no ID")" }.joined(separator: "\n")
    }
    switch finder.find(ImageQuery(id: id)) {
    case .found(let files):
      return files.map {
        "\($0.path)  \($0.architecture?.name ?? "?")  \($0.contentRank >= .breakpad ? "debug information" : "symbols") "
      }
      .joined(separator: "\n")
    case .indexed(let stored, let files): return ([stored.path] + files.map(\.path)).joined(separator: "\n")
    case .system(let stored, let files): return ([stored.container.path] + files.map(\.path)).joined(separator: "\n")
    case .damaged(let path, let reason): throw Failure(reason: "\(path): \(reason)")
    case .mismatched(_, let places), .absent(let places):
      throw Failure(reason: "no debug file with ID \(id); looked in \(places.joined(separator: ", "))")
    }
  }

  // MARK: The engine

  private func resolve(_ path: String) throws(Failure) -> String {
    do throws(AllowedFolders.Refusal) {
      return try folders.resolve(path)
    } catch {
      throw Failure(reason: error.reason)
    }
  }

  /// Returns the path of a report, and the number of the part if the path ends in `#` and a number, as summaries name parts.
  private func resolveReport(_ path: String) throws(Failure) -> (real: String, part: Int?) {
    if let real = try? folders.resolve(path) { return (real, nil) }
    guard let mark = path.lastIndex(of: "#"), let part = Int(path[path.index(after: mark)...]), part >= 0,
      let real = try? folders.resolve(String(path[..<mark]))
    else { return (try resolve(path), nil) }
    return (real, part)
  }

  /// Where debug files may be read: what `find` prints can be looked into.
  private var debugFolders: AllowedFolders {
    AllowedFolders(folders.roots + symbols + [store, SearchPaths.userCache].compactMap { $0 })
  }

  private func resolveDebugFile(_ path: String) throws(Failure) -> String {
    if let real = try? debugFolders.resolve(path) { return real }
    return try resolve(path)
  }

  private func input(_ real: String) -> ReportInput {
    ReportInput(path: real, outputName: Path.lastComponent(of: real), isNamed: true)
  }

  private func answers(_ document: ReportDocument, _ real: String) -> [SymbolicatedReport] {
    var session = ReportSession(symbolicator())
    let answered = session.answer(document, path: real, folder: Path.parent(of: real), isAbandoned: isCancelled)
    problems.add(answered.warnings)
    var answers = answered.reports
    if let changes {
      for position in answers.indices { answers[position].suspicion = changes.suspicion(of: answers[position]) }
    }
    return answers
  }

  private func finder() -> SymbolFinder {
    var places = SearchPaths()
    places.symbols = symbols + folders.roots
    places.store = store
    places.cacheFolder = SearchPaths.userCache
    places.jobs = Environment.processorCount
    places.usesImagePaths = false
    places.confinement = folders.roots + (symbols + [store].compactMap { $0 }).compactMap { FileSystem.realPath($0) }
    return SymbolFinder(places)
  }

  private func symbolicator() -> Symbolicator {
    var options = SymbolicationOptions()
    options.readsVariables = readsVariables
    options.jobs = Environment.processorCount
    options.indexes = .cached(builds: false)
    options.isolatesDebugFiles = true
    options.sources.roots = folders.roots
    options.sources.contextLines = 3
    options.triager = Triager()
    return Symbolicator(finder(), options: options)
  }
}
