import Bytes
import CrashModel
import JSONText
import SymbolModel

/// Reads a MetricKit diagnostic besides its call stacks.
enum MetricKitDiagnostic {
  /// Fills everything but images, threads and frames. `key` is the key of the payload that has the diagnostic, or nil for a single
  /// one.
  static func fill(
    _ report: inout CrashReport, _ diagnostic: JSONValue, _ data: MetricKitMetadata, payload: JSONValue?, key: String?
  ) {
    report.kind = kind(data, key: key)
    report.event = event(data, report.kind, key: key)
    report.process = process(report, data)
    report.device.model = data.text("deviceType")
    report.device.cpuType = data.text("platformArchitecture")
    if let system = data.system { report.system = system }
    report.time = MetricKitMetadata.time(payload)
    report.exception = exception(data)
    report.termination = termination(data)
    report.applicationSpecificInformation = information(data, detail: report.event == nil ? data.text("eventDetail") : nil)
    report.details = details(data, payload)
    if report.frames.isEmpty {
      let place = diagnostic.range.lowerBound
      report.diagnostics.append(ReportDiagnostic(.warning, "the report has no call stacks", byte: place, kind: .noStacks))
    }
  }

  /// Returns whether an image belongs to the app. There are no paths: the app's own code is named after the app, or is below the
  /// region of the shared cache (0x180000000 on 64-bit systems), where apart from it only dyld and development libraries are
  /// loaded. Below 4 GB, where a process of 64 bits has nothing, addresses are made up or changed, and only the name counts.
  static func isInApp(_ image: BinaryImage, _ data: MetricKitMetadata) -> Bool {
    guard let name = image.name else { return false }
    if let app = data.text("bundleIdentifier", "bundleId")?.split(separator: ".").last,
      name == app || name == app + ".debug.dylib"
    {
      return true
    }
    guard let load = image.loadAddress?.value, load < 0x1_8000_0000 else { return false }
    if load < 0x1_0000_0000 { return !ImageOwnership.isSystem(name: name) }
    return name != "dyld" && !name.hasPrefix("lib")
  }

  private static func kind(_ data: MetricKitMetadata, key: String?) -> ReportKind {
    switch key {
    case "crashDiagnostics": return .crash
    case "crashDiagnostic": return isWatchdog(data) ? .hang : .crash
    case "hangDiagnostics", "hangDiagnostic": return .hang
    case "cpuExceptionDiagnostics", "cpuExceptionDiagnostic": return .cpu
    case "diskWriteExceptionDiagnostics", "diskWriteExceptionDiagnostic": return .diskWrite
    case "memoryExceptionDiagnostic": return .jetsam
    case "diagnosticLogs", nil: break
    case .some: return .other
    }
    if let event = data.text("event")?.lowercased() {
      if event.containsBytes(of: "hang") { return .hang }
      if event.containsBytes(of: "disk") || event.containsBytes(of: "write") { return .diskWrite }
      if event.containsBytes(of: "cpu") { return .cpu }
      return .other
    }
    if data["hangDuration"] != nil { return .hang }
    if data["totalCPUTime"] != nil { return .cpu }
    if data["writesCaused", "totalBytesWritten"] != nil { return .diskWrite }
    if data["launchDuration"] != nil || data.isEmpty || key != nil { return .other }
    if data.isReport {
      return data["exceptionType", "signal", "terminationReason"] == nil ? .other : isWatchdog(data) ? .hang : .crash
    }
    return .crash
  }

  /// Returns whether the system killed the app because it did not respond: iOS 27 reports that as a crash.
  private static func isWatchdog(_ data: MetricKitMetadata) -> Bool {
    guard data["signal"]?.uint64 == 9, let reason = data.text("terminationReason")?.lowercased() else { return false }
    return reason.containsBytes(of: "0x8badf00d") || reason.containsBytes(of: "watchdog")
  }

  /// Returns the event of a report that has no kind of its own.
  private static func event(_ data: MetricKitMetadata, _ kind: ReportKind, key: String?) -> String? {
    guard kind == .other else { return nil }
    if key == "appLaunchDiagnostic" || data["launchDuration"] != nil { return "slow launch" }
    return data.text("eventDetail", "event")
  }

  private static func process(_ report: CrashReport, _ data: MetricKitMetadata) -> CrashedProcess {
    var process = CrashedProcess()
    process.bundleID = data.text("bundleIdentifier", "bundleId")
    process.name = process.bundleID?.split(separator: ".").last.map(String.init) ?? report.appImageName
    process.version = data.text("appVersion", "applicationVersion")
    process.build = data.text("appBuildVersion", "applicationBuildVersion", "buildVersion")
    process.pid = data["pid"]?.int
    return process
  }

  private static func exception(_ data: MetricKitMetadata) -> CrashException? {
    guard data["exceptionType", "signal", "exceptionReason"] != nil else { return nil }
    var exception = CrashException()
    exception.type = data["exceptionType"].map { DarwinNames.exception($0.uint64) ?? $0.text }
    exception.signal = data["signal"].map { DarwinNames.signal($0.uint64) ?? $0.text }
    exception.codes = data["exceptionCode"].map { $0.text }
    let language = data["exceptionReason"]
    exception.name = language?["exceptionName"]?.string ?? language?["className"]?.string
    exception.className = language?["className"]?.string
    exception.reason = language?["composedMessage"]?.string
    return exception
  }

  private static func termination(_ data: MetricKitMetadata) -> Termination? {
    let category = data.text("terminationCategory")
    guard let reason = data["terminationReason"]?.string ?? category else { return nil }
    var termination = Termination()
    if reason.hasPrefix("Namespace ") {
      TerminationText.read(reason, into: &termination)
    } else {
      termination.indicator = reason
    }
    if let category, category != reason { termination.details = ["Category: \(category)"] }
    return termination
  }

  /// Returns the measurements of the diagnostic: durations and amounts, each with its own key.
  /// `detail` is what App Store Connect says about the event, unless it is the event itself.
  private static func information(_ data: MetricKitMetadata, detail: String?) -> [String] {
    let keys = [
      "hangDuration", "totalCPUTime", "totalSampledTime", "writesCaused", "totalBytesWritten", "launchDuration",
      "virtualMemoryRegionInfo",
    ]
    var lines = keys.compactMap { key in data[key].map { "\(key): \(MetricKitMetadata.measurement($0))" } }
    if let message = data["exceptionReason"]?["composedMessage"]?.string { lines.insert(message, at: 0) }
    if let detail { lines.append("eventDetail: \(detail)") }
    return lines
  }

  /// Returns what the system adds: the app's signposts and states, the insights of App Store Connect, the region, whether it came
  /// from TestFlight, and keys of future systems.
  private static func details(_ data: MetricKitMetadata, _ payload: JSONValue?) -> [ReportDetail] {
    let rest = data.objects.flatMap { object -> [ReportValue.Member] in
      guard case .object(let members) = ReportValue(object, omitting: shownNames) else { return [] }
      return members
    }
    return ReportDetail.list([
      ("insights", "Insights", insights(payload)),
      ("signposts", "Signposts", data["signpostData"].map { ReportValue($0) }),
      ("states", "States", data["states"].map { ReportValue($0) }),
      ("metadata", "Metadata", .object(rest)),
    ])
  }

  /// Returns what Apple found out about a signature, one line each.
  private static func insights(_ payload: JSONValue?) -> ReportValue? {
    let lines = (payload?["diagnosticInsights"]?.elements ?? .none).compactMap { insight -> String? in
      guard let text = insight["insightsString"]?.string, !text.isEmpty else { return nil }
      let category = insight["insightsCategory"]?.string.map { "\($0): " } ?? ""
      return category + text + (insight["insightsURL"]?.string.map { " (\($0))" } ?? "")
    }
    return lines.isEmpty ? nil : .text(lines.joined(separator: "\n"))
  }

  /// The keys that are printed elsewhere.
  private static let shownNames: Set<String> = [
    "appVersion", "appBuildVersion", "osVersion", "platformArchitecture", "bundleIdentifier", "deviceType", "pid", "signal",
    "exceptionType", "exceptionCode", "exceptionReason", "terminationReason", "virtualMemoryRegionInfo", "hangDuration",
    "totalCPUTime", "totalSampledTime", "writesCaused", "launchDuration", "signpostData", "applicationVersion",
    "applicationBuildVersion", "terminationCategory", "totalBytesWritten", "states", "callStackTree", "bundleId", "buildVersion",
    "diagnosticMetaData", "eventDetail",
  ]
}
