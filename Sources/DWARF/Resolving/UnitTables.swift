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

  // Read from outside, both tables would be copied for each address, which counts references that threads share.

  /// Returns the scopes around an address, as `ScopeTable` does.
  func chain(at address: UInt64) -> [Int] { scopes.chain(at: address) }

  /// Returns the offset of the entry of a scope in `.debug_info`.
  func entry(of scope: Int) -> Int { scopes.scopes[scope].entry }

  /// Returns the start of the function range that contains an address.
  func functionStart(of address: UInt64) -> UInt64? { scopes.functionStart(of: address) }

  /// Returns the row that contains an address, or nil if there is none. By `.nearestEarlier`, a row without a line gives way to an earlier
  /// one of the innermost scope, the last of `chain`.
  func row(of address: UInt64, chain: [Int], _ rule: LineZeroRule) -> (row: LineTable.Row, isApproximate: Bool)? {
    guard let position = lines?.row(at: address), let row = lines?.rows[position] else { return nil }
    guard row.line == 0, rule == .nearestEarlier, let innermost = chain.last else { return (row, false) }
    let ranges = scopes.ranges(of: scopes.scopes[innermost])
    let earlier = lines?.earlierRow(before: position, in: ranges) { scopes.chain(at: $0).last == innermost }
    return earlier.flatMap { lines?.rows[$0] }.map { ($0, true) } ?? (row, false)
  }

  /// The approximate memory in bytes.
  var byteCount: Int { scopes.byteCount + (lines?.byteCount ?? 0) }
}
