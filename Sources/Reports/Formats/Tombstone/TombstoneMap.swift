import CrashModel
import SymbolModel

/// The memory map of a tombstone: which part of which file is where. One file has several rows.
///
///     --->Fault address falls at 00000000'00000000 before any mapped regions
///     00000057'cb645000-00000057'cb646fff r--         0      2000  /system/bin/app_process64 (BuildId: 7cca...) (load bias 0x1000)
struct TombstoneMap: Sendable {
  private struct Row: Sendable {
    let start: UInt64
    /// The end, inclusive.
    let end: UInt64
    let isExecutable: Bool
    let offset: UInt64
    let name: String
    let bias: UInt64
  }

  private var rows: [String: [Row]] = [:]
  /// The lines.
  private(set) var lines: [String] = []

  /// The maximum number of rows: a process has some thousands.
  private static let maxRows = 200_000
  /// The maximum number of rows of one file.
  private static let maxRowsOfFile = 1024

  /// Takes a line. Returns false if it is none of the map.
  mutating func take(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    let line = TextScan.text(bytes, TextScan.trimmed(bytes, content))
    let bare = line.hasPrefix("--->") ? String(line.dropFirst(4)) : line
    guard line.hasPrefix("--->") || Self.isRow(bare), lines.count < Self.maxRows else { return false }
    lines.append(line)
    if let row = Self.row(bare), rows[row.name]?.count ?? 0 < Self.maxRowsOfFile { rows[row.name, default: []].append(row) }
    return true
  }

  private static func isRow(_ line: String) -> Bool {
    let range = line.prefix { $0 != " " }.split(separator: "-")
    return range.count == 2 && range.allSatisfy { number($0) != nil }
  }

  private static func number(_ text: Substring) -> UInt64? { UInt64(text.filter { $0 != "'" }, radix: 16) }

  private static func row(_ line: String) -> Row? {
    let words = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: true)
    let range = words.first?.split(separator: "-") ?? []
    guard words.count == 5, range.count == 2, let start = number(range[0]), let end = number(range[1]), end > start,
      let offset = UInt64(words[2], radix: 16)
    else { return nil }
    var name = String(words[4]).trimmingBlanks
    var bias: UInt64 = 0
    while name.hasSuffix(")"), let open = name.utf8.lastIndex(of: UInt8(ascii: "(")), open > name.startIndex {
      let inner = name[open...].dropFirst().dropLast()
      guard inner.hasPrefix("BuildId: ") || inner.hasPrefix("load bias 0x") else { break }
      if inner.hasPrefix("load bias 0x") { bias = UInt64(inner.dropFirst("load bias 0x".count), radix: 16) ?? 0 }
      name = String(name[..<open]).trimmingBlanks
    }
    return Row(start: start, end: end, isExecutable: words[1].hasSuffix("x"), offset: offset, name: name, bias: bias)
  }

  /// Returns the load address and size of a file, or of the library at `offset` in it, and the distance between addresses in the file
  /// and those from the load address.
  func place(of path: String, offset: UInt64) -> (load: UInt64, size: UInt64, bias: UInt64)? {
    let whole = path.split(separator: "!", maxSplits: 1).first.map(String.init) ?? path
    guard let all = rows[path] ?? rows[whole] else { return nil }
    // Some files are mapped from their beginning more than once: the last time before the code counts.
    let code = all.first { $0.isExecutable && $0.offset >= offset }
    guard let first = all.last(where: { $0.offset == offset && $0.start <= code?.start ?? .max }) else { return nil }
    let next = all.first { $0.start > first.start && $0.offset <= offset }?.start ?? .max
    let end = all.last { $0.start >= first.start && $0.start < next }?.end ?? first.end
    return (first.start, (end &- first.start) &+ 1, all.map(\.bias).max() ?? 0)
  }
}
