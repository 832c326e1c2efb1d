/// The tables of units that are asked for again and again, of all their code.
struct KeptTables {
  private var tables: [Int: UnitTables] = [:]
  private var asked: Set<Int> = []
  private var byteCount = 0

  /// How much memory tables may take before all are dropped again.
  private static let mostBytes = 6 << 20

  /// The tables of a unit.
  subscript(_ unit: Int) -> UnitTables? { tables[unit] }

  /// Notes that a unit is asked for; whether it was asked for before. Reading all of a unit pays from the second time on.
  mutating func noteRequest(of unit: Int) -> Bool { !asked.insert(unit).inserted }

  /// Keeps the tables of a unit.
  mutating func keep(_ new: UnitTables, of unit: Int) {
    guard tables[unit] == nil else { return }
    if byteCount > Self.mostBytes { (tables, byteCount) = ([:], 0) }
    tables[unit] = new
    byteCount += new.byteCount
  }
}
