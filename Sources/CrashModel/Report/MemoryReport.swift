/// The memory in a report: of all processes, if some were terminated to reclaim it (Apple, "Identifying high-memory use with
/// jetsam event reports"), or of the app alone (KSCrash).
package struct MemoryReport: Sendable {
  package struct Process: Sendable {
    package var name: String?
    /// The process ID.
    package var pid: Int?
    /// The states as reported, for example `frontmost`, `suspended`.
    package var states: [String] = []
    /// The reason why the system terminated it, or nil for a process that continued, and for an app that reports on itself.
    package var reason: String?
    /// The memory that it used, in bytes: its resident pages times the page size.
    package var bytes: UInt64?
    /// The peak of its memory, in bytes.
    package var peak: UInt64?
    /// Its own memory limit in bytes, stated or inferred. Nil if unknown.
    package var limit: UInt64?
    /// Whether `limit` is not a number of the report but inferred from `reason` and `bytes`.
    package var isLimitInferred = false
    /// Everything else about it, in the order of the report: its priority, age, UUID and so on.
    package var facts: [ReportValue.Member] = []
    /// Whether the report marks it as the largest.
    package var isLargest = false

    /// Creates an empty value.
    package init() {}
  }

  /// The size of a page in bytes, or nil for the memory that an app reports about itself.
  package var pageSize: UInt64?
  /// The use of all memory in pages, in the order of the report: `active`, `free` and so on.
  package var pages: [(use: String, count: UInt64)] = []
  /// Everything else about memory, in the order of the report: the compressor, the largest zone and so on.
  package var facts: [ReportValue.Member] = []
  /// The name of the process that used the most, which need not be among `processes`.
  package var largestProcess: String?
  /// All processes in the report's order.
  package var processes: [Process]

  /// Creates a report.
  package init(pageSize: UInt64?, largestProcess: String? = nil, processes: [Process] = []) {
    self.pageSize = pageSize
    self.largestProcess = largestProcess
    self.processes = processes
  }

  /// The terminated processes.
  package var killed: [Process] { processes.filter { $0.reason != nil } }

  /// All processes, those with the most memory first.
  package var bySize: [Process] {
    processes.enumerated().sorted { ($1.element.bytes ?? 0, $0.offset) < ($0.element.bytes ?? 0, $1.offset) }.map(\.element)
  }
}
