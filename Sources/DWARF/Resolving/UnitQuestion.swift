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
  /// An answer, with the position of its address in the list of all.
  typealias Found = (position: Int, answer: DWARFAnswer)

  private static let addressesInSlice = 256

  /// Answers questions, one thread per question. With `releases`, the data of a unit is dropped at once. Also returns the tables
  /// of each unit.
  func answers(_ questions: [UnitQuestion], _ options: ResolveOptions, releases: Bool) -> ([UnitTables], [Found]) {
    let results = map(questions.count, jobs: options.jobs) { resolver, number in
      let question = questions[number]
      let tables = question.known ?? resolver.tables(of: question.unit, for: question.limit, options.lineZero)
      let answers = resolver.answers(question.addresses, unit: question.unit, tables, options)
      // Names and lines are spread over their sections: with the pages of all units, 10,000 addresses of DuckDB take 269 MB, not
      // 53.
      if releases { resolver.release(unit: question.unit, withAllPages: true) }
      return (releases ? nil : tables, Self.found(question.positions[...], answers))
    }
    return (results.compactMap(\.0), results.flatMap(\.1))
  }

  /// Does the same for a few units: two threads read the functions and rows of each, and its addresses are divided. Without it,
  /// 100 addresses of SQLite (two large units) take 1.11 times as long on four cores, 10,000 take 1.25 times.
  func answersTogether(_ questions: [UnitQuestion], _ options: ResolveOptions) -> ([UnitTables], [Found]) {
    enum Part: Sendable {
      case scopes(ScopeTable)
      case lines(LineTable?)
    }
    let parts = map(2 * questions.count, jobs: options.jobs) { resolver, number -> Part? in
      let question = questions[number / 2]
      if question.known != nil { return nil }
      if number % 2 == 1 { return .scopes(resolver.scopes(of: question.unit, holding: question.limit)) }
      // The earlier rows that may be needed are known only after the functions.
      let wanted = options.lineZero == .asRecorded ? question.limit?.map { $0...$0 } : nil
      return .lines(resolver.lines(of: question.unit, in: wanted))
    }
    var tables: [UnitTables] = []
    for (number, question) in questions.enumerated() {
      if let known = question.known {
        tables.append(known)
      } else if case .lines(let lines) = parts[2 * number], case .scopes(let scopes) = parts[2 * number + 1] {
        tables.append(first.joined(scopes, lines, of: question.unit))
      }
    }
    return (tables, answers(questions, with: tables, options))
  }

  private func answers(_ questions: [UnitQuestion], with tables: [UnitTables], _ options: ResolveOptions) -> [Found] {
    let slices = questions.indices.flatMap { number in
      stride(from: 0, to: questions[number].addresses.count, by: Self.addressesInSlice).map { (number, $0) }
    }
    return map(slices.count, jobs: options.jobs) { resolver, slice in
      let (number, start) = slices[slice]
      let question = questions[number]
      let range = start..<min(start + Self.addressesInSlice, question.addresses.count)
      let answers = resolver.answers(Array(question.addresses[range]), unit: question.unit, tables[number], options)
      return Self.found(question.positions[range], answers)
    }.flatMap { $0 }
  }

  private static func found(_ positions: ArraySlice<Int>, _ answers: [DWARFAnswer?]) -> [Found] {
    zip(positions, answers).compactMap { position, answer in answer.map { (position, $0) } }
  }
}
