internal import SymbolModel

/// The addresses of one call that fall into one unit, and what is known of the unit.
struct UnitQuestion: Sendable {
  let unit: Int
  /// Where the addresses stand in the list of all.
  let positions: [Int]
  /// The addresses, ascending.
  let addresses: [UInt64]
  /// What was read of all of the unit before.
  let known: UnitTables?
  /// Whether all of the unit is to be read.
  let isWhole: Bool

  /// Asks for the addresses at `positions` of a list.
  init(_ unit: Int, _ positions: [Int], of all: [LinkAddress], known: UnitTables?, isWhole: Bool) {
    self.unit = unit
    self.positions = positions.sorted { all[$0].value < all[$1].value }
    addresses = self.positions.map { all[$0].value }
    self.known = known
    self.isWhole = isWhole
  }

  /// The addresses that the reading of tables may be limited to; nil when all of the unit is to be read.
  var limit: [UInt64]? { isWhole ? nil : addresses }
}

extension ResolverPool {
  /// An answer, with the position of its address in the list of all.
  typealias Found = (position: Int, answer: DWARFAnswer)

  private static let addressesInSlice = 256

  /// Answers questions, each by one thread. What is read of a unit is dropped at once with `releases`. Gives the tables of each
  /// as well.
  func answers(_ questions: [UnitQuestion], _ options: ResolveOptions, jobs: Int, releases: Bool) -> ([UnitTables], [Found]) {
    let results = map(questions.count, jobs: jobs) { resolver, number in
      let question = questions[number]
      let tables = question.known ?? resolver.tables(of: question.unit, for: question.limit, options.lineZero)
      let answers = resolver.answers(question.addresses, unit: question.unit, tables, options)
      // Names and lines lie all over their sections: the pages of many units would add up to more than the units'.
      if releases { resolver.release(unit: question.unit, withAllPages: true) }
      return (releases ? nil : tables, Self.found(question.positions[...], answers))
    }
    return (results.compactMap(\.0), results.flatMap(\.1))
  }

  /// The same for a few large units: functions and rows of each are read by two threads, and its addresses are shared out.
  func answersTogether(_ questions: [UnitQuestion], _ options: ResolveOptions) -> ([UnitTables], [Found]) {
    enum Part: Sendable {
      case scopes(ScopeTable)
      case lines(LineTable?)
    }
    let parts = map(2 * questions.count, jobs: options.jobs) { resolver, number -> Part? in
      let question = questions[number / 2]
      if question.known != nil { return nil }
      if number % 2 == 1 { return .scopes(resolver.scopes(of: question.unit, holding: question.limit)) }
      // Which earlier rows may be needed is known only with the functions.
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
