/// What a summary keeps of one report: some hundred bytes, whatever the report's size.
public struct Incident: Hashable, Sendable {
  /// In which table a group stands. The raw value is the name used in JSON output.
  public enum Table: String, Sendable, CaseIterable {
    /// Crashes.
    case crash
    /// Hangs and deadlocks.
    case hang
    /// Processes that were ended to reclaim memory.
    case memory
    /// Processor time, disk writes, samples, leaks.
    case resource
    /// What is no failure: the process was asked to end, or the app asked for the report.
    case other

    /// The position among all tables.
    var order: Int {
      switch self {
      case .crash: 0
      case .hang: 1
      case .memory: 2
      case .resource: 3
      case .other: 4
      }
    }
  }

  /// App and fingerprint, joined by `/`.
  public var group = ""
  /// The bundle identifier in lower case, or the process name.
  public var app = ""
  /// The parts of the key, the class first.
  public var key: [String] = []
  /// The class.
  public var failure = ""
  /// `1:` and 16 hexadecimal digits.
  public var fingerprint = ""
  /// The same for up to five functions of the app.
  public var variant = ""
  /// The raw value of `ReportTriage.Quality`.
  public var quality = ""
  /// In which table it counts.
  public var table = Table.crash
  /// The function to look at; nil when unknown.
  public var function: String?
  /// The image of that function.
  public var image: String?
  /// The path of its source file.
  public var file: String?
  /// The line, counted from 1.
  public var line: Int?
  /// The best cause's identifier; nil when there is none.
  public var cause: String?
  /// How far the evidence for it reaches: the raw value of `TriageCause.Confidence`.
  public var confidence: String?
  /// The evidence for it.
  public var evidence: String?
  /// The hash of the device; nil when the report has none.
  public var device: String?
  /// The app's version.
  public var version: String?
  /// The app's build.
  public var build: String?
  /// The system's name.
  public var system: String?
  /// The system's version.
  public var systemVersion: String?
  /// The device's model.
  public var model: String?
  /// When it happened, in milliseconds since 1970; nil when unknown.
  public var time: Int?
  /// The day by the report's clock.
  public var day: String?
  /// Milliseconds since launch; nil when unknown.
  public var uptime: Int?
  /// Whether it was a launch crash.
  public var isLaunchCrash = false
  /// The phase of a launch crash; nil when unknown.
  public var phase: String?
  /// The launches since the last recorded crash, this one included; nil when unknown.
  public var launches: Int?
  /// The path of the input; `#` and the part follow where the input holds several.
  public var path = ""
  /// Hashes that two reports of one event share.
  public var identities: [String] = []

  /// Nothing known.
  public init() {}
}

extension Incident {
  /// Whether this report of an event is to be kept rather than another one: the better symbolicated, then the first by path.
  func isBetter(than other: Incident) -> Bool {
    (rank, path, group, variant, cause ?? "", time ?? 0) < (
      other.rank, other.path, other.group, other.variant, other.cause ?? "", other.time ?? 0
    )
  }

  private var rank: Int {
    let order = ["ok", "system", "unsymbolicated", "idle", "machinery", "empty"]
    return (order.firstIndex(of: quality) ?? order.count) * 2 + (file == nil ? 1 : 0)
  }
}
