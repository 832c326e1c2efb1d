/// One parsed crash report. Formats differ in what they record: whatever a report does not say is nil or empty.
public struct CrashReport: Sendable {
  /// The format the reader recognised.
  public var format: ReportFormat
  /// What happened to the process.
  public var kind: ReportKind
  /// What happened in words, for example `forced reset`, where the report's type tells; nil for crashes.
  public var event: String?
  /// The position among the reports of one input, counted from 0.
  public var part: Int = 0
  /// The number of reports of that input.
  public var partCount: Int = 1
  /// The report's own identifier as it spells it ("Incident Identifier"); nil when it has none.
  public var identifier: String?
  /// The process that the report is about.
  public var process = CrashedProcess()
  /// The machine it ran on.
  public var device = Device()
  /// The operating system it ran on.
  public var system = OperatingSystem()
  /// When the event happened, as the report prints it.
  public var time: String?
  /// When the process was launched, as the report prints it.
  public var launchTime: String?
  /// The exception or signal.
  public var exception: CrashException?
  /// Who ended the process and why.
  public var termination: Termination?
  /// The lines of "Application Specific Information".
  public var applicationSpecificInformation: [String] = []
  /// All images of the report, in its order. Frames refer to them by position.
  public var images: [BinaryImage] = []
  /// All frames of the report, stack by stack in the order of their place in the input (stacks that were searched for in JSON
  /// behind all others), each stack with the innermost frame first. Threads and backtraces own ranges of it.
  public var frames: [Frame] = []
  /// The threads, in the report's order.
  public var threads: [CrashThread] = []
  /// Call stacks that are not a thread's: last exception, application specific and the like.
  public var backtraces: [Backtrace] = []
  /// Sampled call trees (hangs, CPU reports).
  public var callTrees: [CallTree] = []
  /// What a report says of memory: a jetsam report of all processes, KSCrash of the app. Nil when it says nothing.
  public var memory: MemoryReport?
  /// The crash of the crash handler while it wrote the report; nil when it did not crash.
  public var recrash: HandlerCrash?
  /// What the report says besides, in the order in which it is shown; every key once.
  public var details: [ReportDetail] = []
  /// What the reader could not use, in order of place.
  public var diagnostics: [ReportDiagnostic] = []

  /// The number of frames that belong to call stacks; those behind are words of stack memory (`Backtrace.Kind.stackContents`).
  public var callFrameCount: Int {
    backtraces.lazy.filter { $0.kind == .stackContents }.map(\.frames.lowerBound).min() ?? frames.count
  }

  /// Whether the marked thread crashed; that of a hang, of a measurement or of a report that the app asked for is only the one that
  /// the report is about.
  public var marksCrashedThread: Bool {
    switch kind {
    case .crash, .jetsam: true
    case .hang, .cpu, .diskWrite, .sample, .leak, .user: false
    case .other: exception != nil || format != .metricKit
    }
  }

  /// An empty report of a format.
  public init(format: ReportFormat, kind: ReportKind = .crash) {
    self.format = format
    self.kind = kind
  }
}
