internal import SymbolModel
internal import SymbolStore

/// Lays out the files of a store in columns: ID, architecture, contents, size, date, then name and version, or the path.
struct StoreTable {
  /// The lines, without line ends.
  let lines: [String]

  /// Lays out entries in their order.
  init(_ entries: [DebugStore.Entry], paths: Bool) {
    let rows = entries.map { Self.row($0, paths: paths) }
    let widths = (0..<5).map { column in rows.map { $0[column].utf8.count }.max() ?? 0 }
    lines = rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        guard column < widths.count else {
          line += cell
          continue
        }
        let blanks = String(repeating: " ", count: widths[column] - cell.utf8.count)
        line += (column == 3 ? blanks + cell : cell + blanks) + "  "
      }
      return line
    }
  }

  private static func row(_ entry: DebugStore.Entry, paths: Bool) -> [String] {
    let record = entry.record
    let date = CivilTime(secondsSince1970: record.modified / 1_000_000_000).date
    let build = record.bundle.versionText ?? record.system?.description
    let name = [record.name, build, record.cache?.gaps.map { _ in "partial" }].compactMap { $0 }.joined(separator: " ")
    return [
      record.id.description, record.architecture?.name ?? "", record.contents.rawValue, DebugFile.size(record.size), date,
      paths ? entry.path : name,
    ]
  }
}
