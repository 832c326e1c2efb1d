package import CrashModel

/// What a summary keeps of one report: some hundred bytes, whatever the report's size.
package struct CrashEvent: Hashable, Sendable {
  /// In which table a group stands. The raw value is the name used in JSON output.
  package enum Table: String, Sendable, CaseIterable {
    /// Crashes.
    case crash
    /// Hangs and deadlocks.
    case hang
    /// Processes that were ended to reclaim memory.
    case memory
    /// Processor time, disk writes, samples, leaks.
    case resource
    /// Reports that the system wrote on request, or about a condition that the process survived.
    case simulated
    /// What is no failure: the process was asked to end, or the app asked for the report.
    case other

    /// The position among all tables.
    var order: Int {
      switch self {
      case .crash: 0
      case .hang: 1
      case .memory: 2
      case .resource: 3
      case .simulated: 4
      case .other: 5
      }
    }
  }

  /// App and fingerprint, joined by `/`.
  package var group = ""
  /// The bundle identifier in lower case, or the process name.
  package var app = ""
  /// The parts of the key, the class first.
  package var key: [String] = []
  package var failure = FailureClass.unknown
  /// `1:` and 16 hexadecimal digits.
  package var fingerprint = ""
  /// The same for up to five functions of the app.
  package var variant = ""
  package var quality = GroupQuality.empty
  /// In which table it counts.
  package var table = Table.crash
  /// The function to look at; nil when unknown.
  package var function: String?
  /// The image of that function.
  package var image: String?
  /// The path of its source file.
  package var file: String?
  /// The line, counted from 1.
  package var line: Int?
  /// The best cause's identifier; nil when there is none.
  package var cause: String?
  /// How far the evidence for it reaches.
  package var confidence: TriageCause.Confidence?
  /// The evidence for it.
  package var evidence: String?
  /// The hash of the device; nil when the report has none.
  package var device: String?
  /// The app's version.
  package var version: String?
  /// The app's build.
  package var build: String?
  /// The system's name.
  package var system: String?
  /// The system's version.
  package var systemVersion: String?
  /// The device's model.
  package var model: String?
  /// When it happened, in milliseconds since 1970; nil when unknown.
  package var time: Int?
  /// The day by the report's clock.
  package var day: String?
  /// Milliseconds since launch; nil when unknown.
  package var uptime: Int?
  /// Whether it was a launch crash.
  package var isLaunchCrash = false
  /// The phase of a launch crash; nil when unknown.
  package var phase: String?
  /// The launches since the last recorded crash, this one included; nil when unknown.
  package var launches: Int?
  /// How often the process had crashed in a row by the system's count, this time included; nil when unknown.
  package var consecutive: Int?
  /// The path of the input; `#` and the part follow where the input holds several.
  package var path = ""
  /// Hashes that two reports of one event share.
  package var identities: [String] = []

  /// Nothing known.
  package init() {}
}

extension CrashEvent {
  /// Whether this report of an event is to be kept rather than another one: the better symbolicated, then the first by path.
  func isBetter(than other: CrashEvent) -> Bool {
    (rank, path, group, variant, cause ?? "", time ?? 0) < (
      other.rank, other.path, other.group, other.variant, other.cause ?? "", other.time ?? 0
    )
  }

  private var rank: Int { quality.order * 2 + (file == nil ? 1 : 0) }
}
