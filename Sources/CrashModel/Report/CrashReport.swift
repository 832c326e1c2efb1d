/// One parsed crash report. Formats differ in what they record: anything that a report does not contain is nil or empty.
///
/// The front of the module `CrashModel`, which holds values only. A reader of `Reports` fills one of these; the engine adds the
/// answers (`SymbolicatedReport`); every output is printed from that.
///
/// - `Report`: the facts about the process, the system and the exception.
/// - `Stacks`: threads, backtraces and call trees. They are ranges of `frames`, which all stacks share.
/// - `Images`: the binary image list, and `ImageTable`, which finds the image of an address.
/// - `Answers`: the answers of debug files for frames and images.
package struct CrashReport: Sendable {
  /// The format the reader recognized.
  package var format: ReportFormat
  /// The kind of event.
  package var kind: ReportKind
  /// A description of the event, for example `forced reset`, if the report's type gives one, or nil for crashes.
  package var event: String?
  /// The position among the reports of one input, from 0.
  package var part: Int = 0
  /// The number of reports of that input.
  package var partCount: Int = 1
  /// The report's own identifier in its spelling ("Incident Identifier"), or nil if it has none.
  package var identifier: String?
  /// The process that the report is about.
  package var process = CrashedProcess()
  /// The machine it ran on.
  package var device = Device()
  /// The operating system it ran on.
  package var system = OperatingSystem()
  /// The time of the event, as the report prints it.
  package var time: String?
  /// The launch time of the process, as the report prints it.
  package var launchTime: String?
  /// The seconds from the launch of the process to its end by a clock that nobody sets and that stands still while the machine
  /// sleeps, or nil if the report does not have it.
  package var lifetime: Double?
  /// The exception or signal.
  package var exception: CrashException?
  /// The process that ended this one, and the reason.
  package var termination: Termination?
  /// The lines of "Application Specific Information".
  package var applicationSpecificInformation: [String] = []
  /// All images of the report, in its order. Frames refer to them by position.
  package var images: [BinaryImage] = []
  /// The shared cache of the system's libraries in the crashed process, or nil if the report does not state it.
  package var sharedCache: SharedCacheReference?
  /// All frames of the report, stack by stack in the order of their position in the input (stacks that were searched for in JSON
  /// come last), each stack with the innermost frame first. Threads and backtraces own ranges of it.
  package var frames: [Frame] = []
  /// The threads, in the report's order.
  package var threads: [CrashThread] = []
  /// Whether the threads are those of all processes of the system.
  package var isStackshot = false
  /// The number of the thread that crashed, if the report names one and does not contain it; else nil.
  package var lostCrashedThread: Int?
  /// Call stacks that belong to no thread: last exception, application specific and so on.
  package var backtraces: [Backtrace] = []
  /// Sampled call trees (hangs, CPU reports).
  package var callTrees: [CallTree] = []
  /// The memory in a report: of all processes in a jetsam report, of the app in KSCrash. Nil if there is none.
  package var memory: MemoryReport?
  /// Code around the program counter of the crashed thread, and other memory of the process.
  package var memoryBytes: [MemoryBytes] = []
  /// Memory that holds no code: the stack around the stack pointer of the crashed thread, and strings.
  package var dataBytes: [MemoryBytes] = []
  /// The crash of the crash handler while it wrote the report, or nil if it did not crash.
  package var recrash: HandlerCrash?
  /// Everything else in the report, in the order in which it is printed; every key once.
  package var details: [ReportDetail] = []
  /// The values that no other field has, in the order of the report.
  package var other: [OtherValue] = []
  /// The parts that the reader could not use, in order of position.
  package var diagnostics: [ReportDiagnostic] = []

  /// The number of frames that belong to call stacks; those after them are words of stack memory
  /// (`Backtrace.Kind.stackContents`).
  package var callFrameCount: Int {
    backtraces.lazy.filter { $0.kind == .stackContents }.map(\.frames.lowerBound).min() ?? frames.count
  }

  /// How often the process had crashed in a row, this time included, or nil if the report does not say.
  package var consecutiveCrashes: Int? {
    guard case .text(let count)? = details.first(where: { $0.key == ReportDetail.consecutiveCrashesKey })?.value else {
      return nil
    }
    return Int(count)
  }

  /// Whether the marked thread crashed. In a hang, a measurement or a report that the app requested, it is only the thread that
  /// the report is about.
  package var marksCrashedThread: Bool {
    switch kind {
    case .crash, .jetsam: true
    case .hang, .cpu, .diskWrite, .sample, .leak, .user, .simulated, .nonFatal: false
    case .other where isStackshot: details.contains { $0.key == ReportDetail.panicKey }
    case .other: exception != nil || !format.has(.measuresOthers)
    }
  }

  /// An empty report of a format.
  package init(format: ReportFormat, kind: ReportKind = .crash) {
    self.format = format
    self.kind = kind
  }
}

extension CrashReport {
  /// Adds a call stack that was found in a text of the report. Words of stack memory stay after all call stacks.
  package mutating func add(_ found: [Frame], as kind: Backtrace.Kind, index: Int = 0) {
    let place = callFrameCount
    frames.insert(contentsOf: found, at: place)
    for index in backtraces.indices where backtraces[index].kind == .stackContents {
      let range = backtraces[index].frames
      backtraces[index].frames = range.lowerBound + found.count..<range.upperBound + found.count
    }
    diagnostics.removeAll { $0.kind == .noStacks }
    backtraces.append(Backtrace(kind: kind, index: index, frames: place..<place + found.count))
  }
}
