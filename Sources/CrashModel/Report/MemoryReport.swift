/// What a report says of memory: of all processes, when some were ended to reclaim it (Apple, "Identifying high-memory use with
/// jetsam event reports"), or of the app alone (KSCrash).
public struct MemoryReport: Sendable {
  /// One process.
  public struct Process: Sendable {
    /// The name.
    public var name: String?
    /// The process ID.
    public var pid: Int?
    /// The states as reported, for example `frontmost`, `suspended`.
    public var states: [String] = []
    /// Why the system ended it; nil for a process that went on, and for an app that tells of itself.
    public var reason: String?
    /// The memory that it used, in bytes: its resident pages times the page size.
    public var bytes: UInt64?
    /// The most that it ever used, in bytes.
    public var peak: UInt64?
    /// The limit of its own that it may not exceed, in bytes, stated or inferred. Nil when nothing tells it.
    public var limit: UInt64?
    /// Whether `limit` is no number of the report but follows from `reason` and `bytes`.
    public var isLimitInferred = false
    /// What else the report says of it, in the order of the report: its priority, age, UUID and the like.
    public var facts: [ReportValue.Member] = []
    /// Whether the report calls it the largest.
    public var isLargest = false

    /// Nothing known.
    public init() {}
  }

  /// The size of a page in bytes; nil for what an app says of its own memory.
  public var pageSize: UInt64?
  /// What all the memory was used for, in pages, in the order of the report: `active`, `free` and the like.
  public var pages: [(use: String, count: UInt64)] = []
  /// What else the report says of all memory, in the order of the report: the compressor, the largest zone and the like.
  public var facts: [ReportValue.Member] = []
  /// The name of the process that used the most, which need not be among `processes`.
  public var largestProcess: String?
  /// All processes in the report's order.
  public var processes: [Process]

  /// Makes a report.
  public init(pageSize: UInt64?, largestProcess: String? = nil, processes: [Process] = []) {
    self.pageSize = pageSize
    self.largestProcess = largestProcess
    self.processes = processes
  }

  /// The processes that were ended.
  public var killed: [Process] { processes.filter { $0.reason != nil } }

  /// All processes, those with the most memory first.
  public var bySize: [Process] {
    processes.enumerated().sorted { ($1.element.bytes ?? 0, $0.offset) < ($0.element.bytes ?? 0, $1.offset) }.map(\.element)
  }
}
