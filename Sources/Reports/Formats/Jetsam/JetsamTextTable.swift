import CrashModel
import SymbolModel

/// Reads the tables of processes in the low-memory reports of iOS 3 to 8 (bug types 98 and 198), which are text.
///
/// A row has a name, a UUID between `<` and `>`, numbers, and, in brackets, the reason of the termination and the state: `Shop
/// <9320...> 80123 80200 200 [per-process-limit] (frontmost)`, before iOS 5 `Shop <9320...> 9320 (jettisoned) (active)`.
struct JetsamTextTable {
  private var memory = MemoryReport(pageSize: 4_096)
  /// The columns after the UUID; nil before the table.
  private var columns: JetsamTextColumns?
  private var time: String?

  /// Fills in the processes and memory of a text, or nothing if it has no such table.
  static func fill(_ report: inout CrashReport, _ bytes: [UInt8]) {
    guard TextScan.find(bytes, 0..<bytes.count, "Largest process") != nil else { return }
    var table = JetsamTextTable()
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) { table.read(line) }
    guard !table.memory.processes.isEmpty else { return }
    for position in table.memory.processes.indices {
      table.memory.processes[position].isLargest = table.memory.processes[position].name == table.memory.largestProcess
    }
    report.time = report.time ?? table.time
    JetsamReader.set(table.memory, in: &report)
    report.diagnostics.append(ReportDiagnostic(.note, "the report has no page size; assuming 4,096 bytes"))
  }

  private mutating func read(_ line: Substring) {
    let text = String(line).trimmingBlanks
    if text.hasPrefix("Largest process:") {
      memory.largestProcess = String(text.dropFirst(16)).trimmingBlanks
    } else if text.hasPrefix("Date:") {
      time = String(text.dropFirst(5)).trimmingBlanks
    } else if let found = JetsamTextColumns(heading: text) {
      columns = found
    } else if let columns, let process = Self.process(text, columns) {
      memory.processes.append(process)
    } else if columns == nil, let (use, count) = Self.pages(text) {
      memory.pages.append((use, count))
    }
  }

  /// `Free pages: 958` and the like.
  private static func pages(_ text: String) -> (use: String, count: UInt64)? {
    guard let colon = text.firstIndex(of: ":"), text[..<colon].hasSuffix(" pages") else { return nil }
    guard let count = UInt64(String(text[text.index(after: colon)...]).trimmingBlanks) else { return nil }
    return (text[..<colon].dropLast(6).lowercased(), count)
  }

  /// Returns a row, or nil for any other line.
  private static func process(_ text: String, _ columns: JetsamTextColumns) -> MemoryReport.Process? {
    guard let open = text.firstIndex(of: "<"), let close = text[open...].firstIndex(of: ">"),
      ImageID(parsing: String(text[text.index(after: open)..<close])) != nil || text[open...close].count == 34
    else { return nil }
    var process = MemoryReport.Process()
    process.name = String(text[..<open]).trimmingBlanks
    let rest = text[text.index(after: close)...]
    let cells = rest.prefix { $0 != "[" && $0 != "(" }.split { $0 == " " || $0 == "\t" || $0 == "|" }
    let values = columns.values(cells)
    process.bytes = bytes(values, "rpages", "resident", "pages")
    process.peak = bytes(values, "lifetime_max", "recent_max")
    process.facts = [.init("uuid", .text(String(text[text.index(after: open)..<close])))]
    process.facts += values.map { name, cell in .init(name, UInt64(cell) == nil ? .text(cell) : .number(cell)) }
    process.reason = inBrackets(rest, "[", "]").first
    process.states = inBrackets(rest, "(", ")")
    if let ended = process.states.firstIndex(of: "jettisoned") {
      process.states.remove(at: ended)
      process.reason = process.reason ?? "jettisoned"
    }
    process.limit = JetsamReader.limit(process)
    process.isLimitInferred = process.limit != nil
    return process
  }

  /// Returns the pages of the first of the columns that has a number, in bytes.
  private static func bytes(_ values: [(name: String, cell: String)], _ names: String...) -> UInt64? {
    for name in names {
      guard let pages = values.first(where: { $0.name == name }).flatMap({ UInt64($0.cell) }) else { continue }
      let (bytes, overflow) = pages.multipliedReportingOverflow(by: 4_096)
      return overflow ? nil : bytes
    }
    return nil
  }

  private static func inBrackets(_ text: Substring, _ open: Character, _ close: Character) -> [String] {
    text.split(separator: open).dropFirst(text.first == open ? 0 : 1).compactMap { part in
      part.firstIndex(of: close).map { String(part[..<$0]) }
    }
  }
}
