internal import CrashModel

/// The texts in which a report gives a reason, with their paths in the JSON output.
struct ReportTexts: Sendable {
  struct Text: Sendable {
    var subject: Condition.Subject
    var path: String
    var text: String
  }

  /// In the order in which they count as reasons.
  private(set) var all: [Text] = []

  /// Collects the texts of a report. Lines that systems and tools write in every report are left out.
  init(_ report: CrashReport) {
    if let reason = report.exception?.reason, !Self.isNoise(reason) { add(.reason, "exception.reason", reason) }
    for (position, line) in report.applicationSpecificInformation.enumerated() where !Self.isNoise(line) {
      add(.info, "applicationSpecificInformation[\(position)]", line)
    }
    // "Segmentation fault: 11" repeats the signal.
    if report.termination?.namespace != "SIGNAL" { add(.termination, "termination.indicator", report.termination?.indicator) }
    for (position, line) in (report.termination?.details ?? []).enumerated() {
      add(.termination, "termination.details[\(position)]", line)
    }
    add(.text, "exception.message", report.exception?.message)
    add(.subtype, "exception.subtype", report.exception?.subtype)
    add(.text, "event", report.event)
    for detail in report.details where Self.detailKeys.contains(detail.key) {
      if case .text(let text) = detail.value { add(.text, "extra.\(detail.key)", text) }
    }
    if report.termination?.indicator != nil { addFigures(report.details) }
  }

  /// Adds the figures of the device at the end of the run, which say what a reason of its end means.
  private mutating func addFigures(_ details: [ReportDetail]) {
    guard case .object(let members)? = details.first(where: { $0.key == "system" })?.value else { return }
    for member in members where Self.figures.contains(member.name) {
      switch member.value {
      case .text(let text), .number(let text): add(.text, "extra.system.\(member.name)", "\(member.name): \(text)")
      case .bool(let flag): add(.text, "extra.system.\(member.name)", "\(member.name): \(flag)")
      case .null, .array, .object: break
      }
    }
  }

  private static let figures: Set<String> = [
    "battery_level", "battery_state", "low_power_mode_enabled", "cpu_usage_user", "cpu_usage_system", "cpu_state",
    "cpu_average_usage_permil", "thermal_state", "thread_count",
  ]

  /// The details whose texts say why the process ended.
  private static let detailKeys: Set<String> = [
    "diagnosis", "vmRegionInfo", "kernelTriage", "dyldError", "dyldMessages", "workQueueLimits", "signatures",
  ]

  private mutating func add(_ subject: Condition.Subject, _ path: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    all.append(Text(subject: subject, path: path, text: text))
  }

  /// What the reporter itself made of the crash (KSCrash's CrashDoctor); nil when it says nothing.
  static func diagnosis(of report: CrashReport) -> String? {
    for detail in report.details where detail.key == "diagnosis" { if case .text(let text) = detail.value { return text } }
    return nil
  }

  /// Whether systems and tools write a line in every report, or it repeats what another field says.
  private static func isNoise(_ line: String) -> Bool {
    line.hasPrefix("dyld2 mode") || line.hasPrefix("dyld3 mode") || line.hasPrefix("CoreSimulator ") || line == "abort() called"
      || line.hasPrefix("Performing @selector(") || line.hasSuffix(" total leaked bytes.") || isNumbersOnly(line)
      || ["hangDuration: ", "totalCPUTime: ", "totalSampledTime: ", "writesCaused: "].contains(where: line.hasPrefix)
  }

  /// Sentry's texts for crashes without one: "Exception 6, Code 2641004, Subcode 8", "SIGABRT: Signal 6, Code 0".
  private static func isNumbersOnly(_ line: String) -> Bool {
    let text = line.position(of: ": ").map { line[$0...].dropFirst(2) } ?? line[...]
    guard let first = text.utf8.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ",") }),
      first == UInt8(ascii: "E") || first == UInt8(ascii: "S")
    else { return false }
    let words = text.split { $0 == " " || $0 == "," }
    guard words.count >= 4, words[0] == "Exception" || words[0] == "Signal" else { return false }
    return words.allSatisfy { ["Exception", "Signal", "Code", "Subcode"].contains($0) || Int($0) != nil }
  }
}
