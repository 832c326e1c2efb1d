/// What has to be read of a line table to answer some addresses. Several threads may read a part each.
struct LinePlan: Sendable {
  /// The table.
  let program: LineProgram
  /// The addresses, ascending.
  let wanted: [ClosedRange<UInt64>]
  /// The number of files that rows may refer to.
  let files: Int
  /// The blocks that answer, in the order of the table.
  let blocks: [LineBlocks.Block]
  /// Parts of `blocks`, each of which libdw reads as one table.
  let parts: [Range<Int>]
  private let empty: EmptyRows

  /// Finds the blocks of a table that answer, and joins them to parts of about this many rows. Returns nil if the table cannot be cut
  /// into blocks.
  init?(_ program: LineProgram, for wanted: [ClosedRange<UInt64>], fileCount: Int, rowsInPart: Int) {
    guard let found = LineBlocks(program, rows: min(rowsInPart, LineBlocks.rows(of: program, for: wanted.count))) else {
      return nil
    }
    self.program = program
    self.wanted = wanted
    files = max(0, fileCount - 1)
    empty = found.empty
    blocks = found.needed(for: wanted)
    parts = Self.parts(blocks, rowsInPart: rowsInPart)
  }

  private static func parts(_ blocks: [LineBlocks.Block], rowsInPart: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    while start < blocks.count {
      var (end, rows, bytes) = (start, 0, 0)
      repeat {
        // What sets the registers and ends a block takes up to 64 bytes.
        (rows, bytes) = (rows + blocks[end].rows + 1, bytes + blocks[end].range.count + 64)
        end += 1
      } while end < blocks.count && rows + blocks[end].rows < rowsInPart
        && bytes + blocks[end].range.count < LineProgram.longestPiece
      parts.append(start..<end)
      start = end
    }
    return parts
  }

  /// Returns the table of the rows of all parts, in their order.
  func table(of rows: [LineTable]) -> LineTable {
    var table = rows.first ?? LineTable()
    for more in rows.dropFirst() { table.append(more) }
    table.finish(without: empty)
    return table
  }
}
