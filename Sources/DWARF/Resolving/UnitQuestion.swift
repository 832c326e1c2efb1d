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
}
