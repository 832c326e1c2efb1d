import AppleLayout
import CrashModel

/// Formats the memory in a jetsam report: the terminated process, then all processes by size.
package enum MemoryText {
  /// Returns the lines, with empty lines around the table, or none if the report has no memory of the system.
  static func lines(_ report: CrashReport) -> [String] {
    guard let memory = report.memory, let pageSize = memory.pageSize else { return [] }
    return summary(memory, pageSize) + [""] + table(memory) + [""]
  }

  /// Returns the memory of a process and its limit on one line, or nil if its memory is unknown.
  static func brief(_ process: MemoryReport.Process) -> String? {
    guard process.bytes != nil else { return nil }
    let limit = process.limit.map { ", limit \(size($0))" + (process.isLimitInferred ? " (inferred)" : "") } ?? ""
    return size(process.bytes) + limit
  }

  private static func summary(_ memory: MemoryReport, _ pageSize: UInt64) -> [String] {
    var lines: [String] = []
    for process in memory.killed {
      lines.append(line("Killed Process", label(process)))
      lines.append(line("Reason", process.reason ?? ""))
      lines.append(line("Memory", size(process.bytes) + (process.peak.map { ", at most \(size($0))" } ?? "")))
      if let limit = process.limit {
        lines.append(line("Memory Limit", size(limit) + (process.isLimitInferred ? ", its own (inferred)" : ", its own")))
      }
    }
    if lines.isEmpty { lines.append(line("Killed Process", "none: no process has a reason")) }
    let largest = memory.processes.first(where: \.isLargest)
    let text = largest.map { "\(label($0)), \(size($0.bytes))" } ?? memory.largestProcess.map { "\($0), not in the list" }
    if let text { lines.append(line("Largest Process", text)) }
    lines.append(line("Page Size", "\(NumberFormat.grouped(Int(clamping: pageSize))) bytes"))
    return lines + pages(memory, pageSize) + status(memory)
  }

  /// `Memory Status: compressorSize 103177, largestZone APFS_4K_OBJS`
  private static func status(_ memory: MemoryReport) -> [String] {
    let facts = memory.facts.compactMap { fact -> String? in
      switch fact.value {
      case .text(let text), .number(let text): "\(fact.name) \(text)"
      case .bool(let flag): "\(fact.name) \(flag)"
      case .null, .array, .object: nil
      }
    }
    return facts.isEmpty ? [] : [line("Memory Status", facts.joined(separator: ", "))]
  }

  /// `Memory Pages: active 40,000 (625.0 MiB), free 1,400 (21.9 MiB)`
  private static func pages(_ memory: MemoryReport, _ pageSize: UInt64) -> [String] {
    guard !memory.pages.isEmpty else { return [] }
    let uses = memory.pages.map { use, count in
      let (bytes, overflow) = count.multipliedReportingOverflow(by: pageSize)
      return "\(use) \(NumberFormat.grouped(Int(clamping: count)))" + (overflow ? "" : " (\(size(bytes)))")
    }
    return [line("Memory Pages", uses.joined(separator: ", "))]
  }

  private static func table(_ memory: MemoryReport) -> [String] {
    let rows = memory.bySize.map { process in
      [
        mebibytes(process.bytes), mebibytes(process.peak), process.pid.map(String.init) ?? "", process.name ?? "???",
        process.states.joined(separator: ","), process.reason ?? "",
      ]
    }
    let all = [["MiB", "Peak", "PID", "Name", "State", "Reason"]] + rows
    let widths = (0..<6).map { column in all.map { $0[column].count }.max() ?? 0 }
    let lines = all.map { row in
      row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        return column < 3 ? blanks + cell : cell + blanks
      }.joined(separator: "  ")
    }
    return ["Processes by memory:"] + lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
  }

  private static func line(_ key: String, _ value: String) -> String { (key + ":").padded(to: 21) + value }

  private static func label(_ process: MemoryReport.Process) -> String {
    (process.name ?? "???") + (process.pid.map { " [\($0)]" } ?? "")
  }

  private static func size(_ bytes: UInt64?) -> String { bytes.map { _ in mebibytes(bytes) + " MiB" } ?? "unknown" }

  /// Returns a size with one decimal, rounded to the nearest.
  package static func mebibytes(_ bytes: UInt64?) -> String {
    guard let bytes else { return "" }
    let tenths = bytes / 1_048_576 * 10 + (bytes % 1_048_576 * 10 + 524_288) / 1_048_576
    return "\(tenths / 10).\(tenths % 10)"
  }
}
