package import CrashModel
import JSONText

/// Reads jetsam event reports, which have no call stacks but a list of processes with their memory.
///
/// In: the body of an `.ips` report of bug type 298, or, for iOS 3 to 8 (bug types 98 and 198), text. Out: a `MemoryReport` in
/// the report: the pages by use, and each process with its size, its limit and the reason of its termination. This folder has no
/// `FormatReader`: `IPSReport` recognizes these reports by their bug type. Start here for JSON, and with `JetsamTextTable` for
/// text; `JetsamTextColumns` finds the columns of its table.
///
/// Example: 12800 `rpages` with a `pageSize` of 16384 are a process of 200 MB.
enum JetsamReader {
  /// Fills in the memory of a report, or nothing if it has none.
  static func fill(_ report: inout CrashReport, _ body: JSONValue) {
    guard let status = body["memoryStatus"], body["processes"]?.kind == .array else { return }
    let pageSize = status["pageSize"]?.uint64 ?? 16_384
    var memory = MemoryReport(
      pageSize: pageSize, largestProcess: body["largestProcess"]?.string ?? status["largestProcess"]?.string)
    memory.pages = pages(status["memoryPages"])
    memory.facts = facts(status, statusKeys)
    for element in body["processes"]?.elements ?? .none where element.kind == .object {
      memory.processes.append(process(element, pageSize, largest: memory.largestProcess))
    }
    if status["pageSize"] == nil {
      report.diagnostics.append(ReportDiagnostic(.warning, "the report has no page size; assuming 16,384 bytes"))
    }
    set(memory, in: &report)
  }

  /// Marks a report as one about memory.
  static func set(_ memory: MemoryReport, in report: inout CrashReport) {
    report.format = .jetsam
    report.kind = .jetsam
    if let killed = memory.killed.first {
      report.process.name = killed.name
      report.process.pid = killed.pid
      var termination = Termination()
      termination.namespace = "JETSAM"
      termination.indicator = killed.reason
      report.termination = termination
    } else {
      report.diagnostics.append(ReportDiagnostic(.note, "no process has a reason, so none was terminated"))
    }
    report.memory = memory
  }

  private static func process(_ value: JSONValue, _ pageSize: UInt64, largest: String?) -> MemoryReport.Process {
    var process = MemoryReport.Process()
    process.name = value["name"]?.string
    process.pid = value["pid"]?.int
    process.states = value["states"]?.elements.compactMap { $0.string } ?? []
    process.reason = value["reason"]?.string
    process.bytes = size(value["rpages"], pageSize)
    process.peak = size(value["lifetimeMax"], pageSize)
    process.limit = limit(process)
    process.isLimitInferred = process.limit != nil
    process.isLargest = largest != nil && process.name == largest
    process.facts = facts(value, processKeys)
    return process
  }

  /// Returns the values of an object that Apple's reporters are known to write, without objects.
  private static func facts(_ value: JSONValue, _ keys: Set<String>) -> [ReportValue.Member] {
    value.members.compactMap { key, value in
      guard keys.contains(key.string) else { return nil }
      if value.kind != .object { return ReportValue.Member(key.string, ReportValue(value)) }
      let inner = facts(value, pageKeys)
      return inner.isEmpty ? nil : ReportValue.Member(key.string, .object(inner))
    }
  }

  private static let statusKeys: Set<String> = [
    "compressorSize", "largestZone", "largestZoneSize", "uncompressed", "zoneMapSize", "zoneMapCap", "memoryPressure",
    "memoryPressureDetails", "busyBufferCount",
  ]
  private static let processKeys: Set<String> = [
    "uuid", "rpages", "lifetimeMax", "priority", "physicalPages", "fds", "idleDelta", "csFlags", "cpuTime", "genCount", "age",
    "coalition", "purgeable", "mem_regions", "freeze_skip_reason:", "freeze_skip_reason", "killDelta", "jetsamCoalition",
  ]
  /// The keys of `physicalPages`.
  private static let pageKeys: Set<String> = ["internal", "frozen_to_swap_pages", "compressed", "external", "resident"]

  /// Returns the use of memory.
  private static func pages(_ value: JSONValue?) -> [(use: String, count: UInt64)] {
    (value?.members ?? .none).compactMap { use, count in count.uint64.map { (use.string, $0) } }
  }

  /// Returns the limit that a process exceeded, or nil if it was terminated for another reason. The report does not have it, but
  /// limits are whole megabytes, and a process is terminated with the first pages above its limit.
  static func limit(_ process: MemoryReport.Process) -> UInt64? {
    guard process.reason == "per-process-limit" || process.reason == "highwater" else { return nil }
    return process.bytes.map { $0 / 1_048_576 * 1_048_576 }
  }

  /// Returns pages in bytes, or nil without a number, or if it is too large.
  private static func size(_ pages: JSONValue?, _ pageSize: UInt64) -> UInt64? {
    guard let pages = pages?.uint64 else { return nil }
    let (bytes, overflow) = pages.multipliedReportingOverflow(by: pageSize)
    return overflow ? nil : bytes
  }
}

extension ReportFormat {
  /// Apple's reports of processes that were terminated to reclaim memory.
  package static let jetsam = ReportFormat("jetsam", title: "jetsam report")
}
