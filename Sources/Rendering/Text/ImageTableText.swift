import AppleLayout
import CrashModel
import SymbolModel

/// Lays out images in columns: status, name, architecture, ID, debug file or reason.
struct ImageTableText {
  /// The lines, without line ends.
  let lines: [String]

  /// Lays out the images at `positions`.
  init(_ answers: SymbolicatedReport, _ positions: [Int], _ note: (String) -> String?) {
    let named = NamedImages(answers)
    let rows = positions.map { Self.row(answers, $0, isNamed: named.contains($0), note) }
    let widths = (0..<4).map { column in rows.map { $0[column].utf8.count }.max() ?? 0 }
    lines = rows.map { row in
      let cells = row.enumerated().filter { $0.offset >= widths.count || widths[$0.offset] > 0 }.map { order, cell in
        order < widths.count ? cell.padded(to: max(widths[order], order == 0 ? 8 : 0)) : cell
      }
      let line = Array(("  " + cells.joined(separator: " ")).utf8)
      return String(decoding: line.prefix(through: line.lastIndex { $0 != UInt8(ascii: " ") } ?? 0), as: UTF8.self)
    }
  }

  /// Returns the best near miss, the number of further ones, and the searched paths.
  private static func nearMiss(_ status: ImageStatus) -> String {
    let misses = status.nearMisses
    let rest = misses.count > 1 ? " and \(NumberFormat.grouped(misses.count - 1)) more" : ""
    let places = status.lookedIn.isEmpty ? "" : "; looked in " + status.lookedIn.joined(separator: ", ")
    return (misses.first?.clause ?? "found another build") + rest + places
  }

  private static func row(_ answers: SymbolicatedReport, _ position: Int, isNamed: Bool, _ note: (String) -> String?) -> [String]
  {
    let (image, status) = (answers.report.images[position], answers.imageStatuses[position])
    let reason = answers.reason(ofImage: position)
    // Nothing can be looked up in an image of which only the name is known.
    let isOnlyNamed = status.status == .unneeded && image.id == nil && image.loadAddress == nil
    let isMissing = isOnlyNamed || status.status == .mismatch && status.usedMismatch == nil
    let word = isNamed ? "named" : isMissing ? "missing" : status.status.rawValue
    let id = image.id?.description ?? "no ID"
    var last: String
    switch status.status {
    case .found:
      last = status.debugFiles.map { file in file + (note(file).map { " (\($0))" } ?? "") }.joined(separator: ", ")
    case .mismatch: last = status.usedMismatch.map { "used although its ID differs: " + $0 } ?? nearMiss(status)
    case .unneeded where isOnlyNamed:
      last = reason ?? "the report gives only the name; use --image \(image.name ?? "NAME")=LOADADDR,ID"
    case .missing where isNamed: last = NamedImages.clause
    case .missing, .symbols, .damaged, .unneeded: last = reason ?? ""
    }
    return [word, image.name ?? image.identifier ?? "???", image.architecture?.name ?? "", id, last]
  }
}
