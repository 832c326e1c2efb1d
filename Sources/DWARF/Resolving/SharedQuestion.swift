internal import Synchronization
internal import Workers

/// A question that threads share: each reads a part of the unit's tables, and answers some of the addresses once they are complete.
final class SharedQuestion: Sendable {
  /// What a thread does for a question.
  enum Step: Sendable {
    /// Reads the line table, or finds out what of it has to be read.
    case lines
    /// Reads the functions.
    case scopes
    /// Reads the rows of a part of the plan.
    case rows(part: Int, LinePlan)
    /// Answers the addresses at some positions.
    case answers(Range<Int>, UnitTables)

    /// Whether it is `lines`.
    var isOfLines: Bool { if case .lines = self { true } else { false } }
  }

  /// What was read so far.
  private struct Found {
    var scopes: ScopeTable?
    /// The line table, or nil within for none.
    var lines: LineTable??
    /// The rows of each part of the plan.
    var rows: [LineTable?] = []
    /// The number of parts that were not read yet.
    var missing = 0
    var tables: UnitTables?
  }

  private let question: UnitQuestion
  private let options: ResolveOptions
  private let found = Mutex(Found())

  private static let addressesInSlice = 256

  /// Prepares to answer.
  init(_ question: UnitQuestion, _ options: ResolveOptions) {
    self.question = question
    self.options = options
  }

  /// The tables, once all steps are done.
  var tables: UnitTables? { question.known ?? found.withLock { $0.tables } }

  /// The first steps: that which others wait for first.
  var first: [Step] { question.known.map(answers) ?? [.lines, .scopes] }

  /// Does a step. Returns those that are possible now.
  func perform(_ step: Step, _ resolver: UnitResolver, _ sink: any AnswerSink) -> [Step] {
    switch step {
    case .lines: return readLines(resolver)
    case .scopes:
      let scopes = resolver.scopes(of: question.unit, holding: question.limit)
      return note(resolver) { $0.scopes = scopes }
    case .rows(let part, let plan):
      let rows = resolver.rows(ofPart: part, of: plan)
      let all = found.withLock { found -> [LineTable?]? in
        found.rows[part] = rows
        found.missing -= 1
        return found.missing == 0 ? found.rows : nil
      }
      guard let all else { return [] }
      let lines = resolver.lines(of: question.unit, plan, all)
      return note(resolver) { $0.lines = lines }
    case .answers(let range, let tables):
      resolver.answer(range, of: question, tables, options, to: sink)
      return []
    }
  }

  private func readLines(_ resolver: UnitResolver) -> [Step] {
    // The earlier rows that may be needed are known only after the functions.
    let wanted = options.lineZero == .asRecorded ? question.limit?.map { $0...$0 } : nil
    let plan = wanted.flatMap { resolver.linePlan(of: question.unit, in: $0) }
    guard let plan, !plan.parts.isEmpty else {
      let unit = question.unit
      let lines = plan.map { resolver.lines(of: unit, $0, []) } ?? resolver.lines(of: unit, in: wanted)
      return note(resolver) { $0.lines = lines }
    }
    found.withLock { found in
      found.rows = Array(repeating: nil, count: plan.parts.count)
      found.missing = plan.parts.count
    }
    return plan.parts.indices.map { .rows(part: $0, plan) }
  }

  /// Notes what was read, and joins the tables if that was the last of it.
  private func note(_ resolver: UnitResolver, _ change: (inout Found) -> Void) -> [Step] {
    let parts = found.withLock { found -> (ScopeTable, LineTable?)? in
      change(&found)
      guard let scopes = found.scopes, let lines = found.lines else { return nil }
      return (scopes, lines)
    }
    guard let (scopes, lines) = parts else { return [] }
    let tables = resolver.joined(scopes, lines, of: question.unit)
    found.withLock { $0 = Found(tables: tables) }
    return answers(tables)
  }

  private func answers(_ tables: UnitTables) -> [Step] {
    let count = question.addresses.count
    return stride(from: 0, to: count, by: Self.addressesInSlice).map {
      .answers($0..<min($0 + Self.addressesInSlice, count), tables)
    }
  }
}

extension ResolverPool {
  private static let addressesPerThread = 16

  /// Answers a few questions, of which threads share the functions and rows, and the addresses; those of one unit are answered while others
  /// are read. Returns the tables of the units. Without it, 100 addresses of SQLite (two large units) take 1.11 times as long on four cores,
  /// 10,000 take 1.25 times.
  func answerTogether(_ questions: [UnitQuestion], _ options: ResolveOptions, to sinks: AnswerSinks) -> [UnitTables] {
    let shared = questions.map { SharedQuestion($0, options) }
    // More threads would have nothing to do: a few addresses need few parts of a line table.
    let useful = questions.reduce(0) { $0 + max(2, $1.addresses.count / Self.addressesPerThread) }
    let workers = threads(min(options.jobs, useful))
    // The line tables first: their rows are read only once it is known which.
    let first = shared.indices.flatMap { number in shared[number].first.map { (number: number, step: $0) } }
    GrowingWork.run(first.filter(\.step.isOfLines) + first.filter { !$0.step.isOfLines }, jobs: workers.resolvers.count) {
      thread, item in
      shared[item.number].perform(item.step, workers.resolvers[thread], sinks[thread]).map { (item.number, $0) }
    }
    return shared.compactMap(\.tables)
  }
}
