/// What was read of a unit to answer addresses in it: of all of its code, or for some addresses only. Threads may share it.
final class UnitTables: Sendable {
  /// The functions and inlined calls.
  let scopes: ScopeTable
  /// The rows of the line table; nil when the unit has none, or none that can be read.
  let lines: LineTable?

  /// Puts together what was read.
  init(scopes: ScopeTable, lines: LineTable?) {
    self.scopes = scopes
    self.lines = lines
  }

  /// Whether a function or a line holds an address; only then the unit has an answer to it.
  func hold(_ address: UInt64) -> Bool { !scopes.chain(at: address).isEmpty || lines?.row(at: address) != nil }

  /// About how much memory they take, in bytes.
  var byteCount: Int { scopes.byteCount + (lines?.byteCount ?? 0) }
}
