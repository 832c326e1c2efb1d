import CrashModel
import JSONText
import SymbolModel

/// Reads a MetricKit diagnostic besides its call stacks.
enum MetricKitFacts {
  /// Fills everything but images, threads and frames. `payload` has the diagnostic in an array called `list`, unless it is a
  /// single one.
  static func fill(_ report: inout CrashReport, _ diagnostic: JSONValue, payload: JSONValue?, list: String?) {
    let data = diagnostic["diagnosticMetaData"]
    report.kind = kind(data, list: list)
    report.process = process(report, data)
    report.device.model = data?["deviceType"]?.string
    report.device.cpuType = data?["platformArchitecture"]?.string
    if let text = data?["osVersion"]?.string { report.system = SystemText.parse(text) }
    report.time = time(payload)
    report.exception = exception(data)
    report.termination = data?["terminationReason"]?.string.map { reason in
      var termination = Termination()
      termination.indicator = reason
      return termination
    }
    report.applicationSpecificInformation = information(data)
    report.details = details(data)
    if report.frames.isEmpty {
      let place = diagnostic.range.lowerBound
      report.diagnostics.append(ReportDiagnostic(.warning, "the report has no call stacks", byte: place))
    }
  }

  /// Returns whether an image belongs to the app. There are no paths: the app's own code is named after the app, or is below the
  /// region of the shared cache (0x180000000 on 64-bit systems), where apart from it only dyld and development libraries are
  /// loaded.
  static func isInApp(_ image: BinaryImage, _ data: JSONValue?) -> Bool {
    guard let name = image.name else { return false }
    if let app = data?["bundleIdentifier"]?.string?.split(separator: ".").last, name == app || name == app + ".debug.dylib" {
      return true
    }
    guard let load = image.loadAddress?.value, (0x1_0000_0000..<0x1_8000_0000).contains(load) else { return false }
    return name != "dyld" && !name.hasPrefix("lib")
  }

  private static func kind(_ data: JSONValue?, list: String?) -> ReportKind {
    switch list {
    case "crashDiagnostics": return .crash
    case "hangDiagnostics": return .hang
    case "cpuExceptionDiagnostics": return .cpu
    case "diskWriteExceptionDiagnostics": return .diskWrite
    case .some: return .other
    case nil: break
    }
    if data?["hangDuration"] != nil { return .hang }
    if data?["totalCPUTime"] != nil { return .cpu }
    if data?["writesCaused"] != nil { return .diskWrite }
    if data?["launchDuration"] != nil || data == nil { return .other }
    return .crash
  }

  private static func process(_ report: CrashReport, _ data: JSONValue?) -> CrashedProcess {
    var process = CrashedProcess()
    process.bundleID = data?["bundleIdentifier"]?.string
    process.name = process.bundleID?.split(separator: ".").last.map(String.init) ?? report.appImageName
    process.version = nonEmpty(data?["appVersion"])
    process.build = nonEmpty(data?["appBuildVersion"])
    process.pid = data?["pid"]?.int
    return process
  }

  private static func nonEmpty(_ value: JSONValue?) -> String? { value?.string.flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the time. A payload covers a span of time; a diagnostic has no time.
  private static func time(_ payload: JSONValue?) -> String? {
    guard let begin = payload?["timeStampBegin"]?.string else { return payload?["timeStampEnd"]?.string }
    guard let end = payload?["timeStampEnd"]?.string, end != begin else { return begin }
    return "\(begin) to \(end)"
  }

  private static func exception(_ data: JSONValue?) -> CrashException? {
    guard let data, data["exceptionType"] != nil || data["signal"] != nil || data["exceptionReason"] != nil else { return nil }
    var exception = CrashException()
    exception.type = data["exceptionType"].map { DarwinNames.exception($0.uint64) ?? $0.text }
    exception.signal = data["signal"].map { DarwinNames.signal($0.uint64) ?? $0.text }
    exception.codes = data["exceptionCode"].map { $0.text }
    let language = data["exceptionReason"]
    exception.name = language?["exceptionName"]?.string ?? language?["className"]?.string
    exception.reason = language?["composedMessage"]?.string
    return exception
  }

  /// Returns the measurements of the diagnostic: durations and amounts, each with its own key.
  private static func information(_ data: JSONValue?) -> [String] {
    let keys = ["hangDuration", "totalCPUTime", "totalSampledTime", "writesCaused", "launchDuration", "virtualMemoryRegionInfo"]
    var lines = keys.compactMap { key in data?[key].map { "\(key): \($0.string ?? $0.text)" } }
    if let message = data?["exceptionReason"]?["composedMessage"]?.string { lines.insert(message, at: 0) }
    return lines
  }

  /// Returns what the system adds: the app's signposts, the region, whether it came from TestFlight, and keys of future systems.
  private static func details(_ data: JSONValue?) -> [ReportDetail] {
    guard let data else { return [] }
    return ReportDetail.list([
      ("signposts", "Signposts", data["signpostData"].map { ReportValue($0) }),
      ("metadata", "Metadata", ReportValue(data, omitting: shownNames)),
    ])
  }

  /// The keys of `diagnosticMetaData` that are printed elsewhere.
  private static let shownNames: Set<String> = [
    "appVersion", "appBuildVersion", "osVersion", "platformArchitecture", "bundleIdentifier", "deviceType", "pid", "signal",
    "exceptionType", "exceptionCode", "exceptionReason", "terminationReason", "virtualMemoryRegionInfo", "hangDuration",
    "totalCPUTime", "totalSampledTime", "writesCaused", "launchDuration", "signpostData",
  ]
}
