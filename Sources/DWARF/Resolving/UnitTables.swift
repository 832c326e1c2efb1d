/// The data of a unit for answering addresses, of all its code or only for some addresses. Threads may share it.
final class UnitTables: Sendable {
  /// The functions and inlined calls.
  let scopes: ScopeTable
  /// The rows of the line table, or nil if the unit has none or they are unreadable.
  let lines: LineTable?

  /// Combines the data.
  init(scopes: ScopeTable, lines: LineTable?) {
    self.scopes = scopes
    self.lines = lines
  }

  /// Returns whether a function or a line contains an address; only then does the unit have an answer.
  func hold(_ address: UInt64) -> Bool { !scopes.chain(at: address).isEmpty || lines?.row(at: address) != nil }

  /// The approximate memory in bytes.
  var byteCount: Int { scopes.byteCount + (lines?.byteCount ?? 0) }
}
