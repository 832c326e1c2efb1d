/// The tables of all code of the units that are asked for repeatedly. Without them, 100 addresses of SQLite that are asked one after
/// the other take 35 times as many instructions.
struct KeptTables {
  private var tables: [Int: UnitTables] = [:]
  private var asked: Set<Int> = []
  private var byteCount = 0

  /// The total memory of tables above which all are dropped.
  private static let maxBytes = 6 << 20

  /// The tables of a unit.
  subscript(_ unit: Int) -> UnitTables? { tables[unit] }

  /// Notes that a unit is asked for, and returns whether it was asked for before. Reading a whole unit pays from the second time
  /// on.
  mutating func noteRequest(of unit: Int) -> Bool { !asked.insert(unit).inserted }

  /// Keeps the tables of a unit.
  mutating func keep(_ new: UnitTables, of unit: Int) {
    guard tables[unit] == nil else { return }
    if byteCount > Self.maxBytes { (tables, byteCount) = ([:], 0) }
    tables[unit] = new
    byteCount += new.byteCount
  }
}
