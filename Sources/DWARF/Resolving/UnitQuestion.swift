internal import SymbolModel

/// The addresses of one call that fall into one unit, and the known data of the unit.
struct UnitQuestion: Sendable {
  let unit: Int
  /// The positions of the addresses in the list of all.
  let positions: [Int]
  /// The addresses, ascending.
  let addresses: [UInt64]
  /// The data of the whole unit, if it was read before.
  let known: UnitTables?
  /// Whether the whole unit should be read.
  let isWhole: Bool

  /// Asks for the addresses at `positions` of a list.
  init(_ unit: Int, _ positions: [Int], of all: [LinkAddress], known: UnitTables?, isWhole: Bool) {
    self.unit = unit
    self.positions = positions.sorted { all[$0].value < all[$1].value }
    addresses = self.positions.map { all[$0].value }
    self.known = known
    self.isWhole = isWhole
  }

  /// The addresses that the reading of tables may be limited to, or nil to read the whole unit.
  var limit: [UInt64]? { isWhole ? nil : addresses }
}

extension ResolverPool {
  private static let addressesInSlice = 256

  /// Answers questions, one thread per question. With `releases`, the data of a unit is dropped at once. Returns the tables of each
  /// unit, or none.
  func answer(_ questions: [UnitQuestion], _ options: ResolveOptions, releases: Bool, to sinks: AnswerSinks) -> [UnitTables] {
    map(questions.count, jobs: options.jobs) { thread, resolver, number -> UnitTables? in
      let question = questions[number]
      let tables =
        question.known ?? resolver.tables(of: question.unit, for: question.limit, options.lineZero, keepsPages: releases)
      resolver.answer(question.addresses.indices, of: question, tables, options, to: sinks[thread])
      guard releases else { return tables }
      // Names and lines are spread over their sections: with the pages of all units, 10,000 addresses of DuckDB take 269 MB, not
      // 58.
      resolver.noteReading(of: question.unit, for: question.addresses.count)
      return nil
    }.compactMap { $0 }
  }

  /// Does the same for a few units: threads share the functions and rows of each, and its addresses. Without it, 100 addresses of SQLite (two
  /// large units) take 1.11 times as long on four cores, 10,000 take 1.25 times.
  func answerTogether(_ questions: [UnitQuestion], _ options: ResolveOptions, to sinks: AnswerSinks) -> [UnitTables] {
    let parts = map(2 * questions.count, jobs: options.jobs) { _, resolver, number -> TablePart? in
      let question = questions[number / 2]
      if question.known != nil { return nil }
      if number % 2 == 1 { return .scopes(resolver.scopes(of: question.unit, holding: question.limit)) }
      // The earlier rows that may be needed are known only after the functions.
      let wanted = options.lineZero == .asRecorded ? question.limit?.map { $0...$0 } : nil
      if let plan = wanted.flatMap({ resolver.linePlan(of: question.unit, in: $0) }) { return .plan(plan) }
      return .lines(resolver.lines(of: question.unit, in: wanted))
    }
    let planned = plannedLines(questions, parts, options)
    var tables: [UnitTables] = []
    for (number, question) in questions.enumerated() {
      if let known = question.known {
        tables.append(known)
      } else if case .scopes(let scopes) = parts[2 * number + 1] {
        var lines = planned[number]
        if case .lines(let whole) = parts[2 * number] { lines = whole }
        tables.append(first.joined(scopes, lines, of: question.unit))
      }
    }
    answer(questions, with: tables, options, to: sinks)
    return tables
  }

  /// A part of what has to be read of a unit.
  private enum TablePart: Sendable {
    case scopes(ScopeTable)
    case lines(LineTable?)
    case plan(LinePlan)
  }

  /// Returns the line tables that are planned, by the numbers of their questions. Threads share the parts of all of them.
  private func plannedLines(_ questions: [UnitQuestion], _ parts: [TablePart?], _ options: ResolveOptions) -> [Int: LineTable] {
    let planned = questions.indices.compactMap { number -> (number: Int, plan: LinePlan)? in
      if case .plan(let plan) = parts[2 * number] { (number, plan) } else { nil }
    }
    let places = planned.flatMap { entry in entry.plan.parts.indices.map { (plan: entry.plan, part: $0) } }
    let rows = map(places.count, jobs: options.jobs) { _, resolver, place in
      resolver.rows(ofPart: places[place].part, of: places[place].plan)
    }
    var tables: [Int: LineTable] = [:]
    var start = 0
    for (number, plan) in planned {
      let end = start + plan.parts.count
      tables[number] = first.lines(of: questions[number].unit, plan, Array(rows[start..<end]))
      start = end
    }
    return tables
  }

  private func answer(_ questions: [UnitQuestion], with tables: [UnitTables], _ options: ResolveOptions, to sinks: AnswerSinks) {
    let slices = questions.indices.flatMap { number in
      stride(from: 0, to: questions[number].addresses.count, by: Self.addressesInSlice).map { (number, $0) }
    }
    _ = map(slices.count, jobs: options.jobs) { thread, resolver, slice in
      let (number, start) = slices[slice]
      let range = start..<min(start + Self.addressesInSlice, questions[number].addresses.count)
      resolver.answer(range, of: questions[number], tables[number], options, to: sinks[thread])
    }
  }
}
