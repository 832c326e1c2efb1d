import AppleLayout
import CrashModel
import JSONText
import SymbolModel

/// Reads the process, the machine and the event of a Sentry event.
enum SentryMetadata {
  /// Fills everything but images, threads and frames.
  static func fill(_ report: inout CrashReport, _ event: JSONValue) {
    let contexts = event["contexts"]
    report.identifier = event["event_id"]?.string
    report.process = process(report, event, contexts?["app"])
    report.device.model = contexts?["device"]?["model"]?.string
    report.device.cpuType = contexts?["device"]?["arch"]?.string
    report.device.reporterKey = (contexts?["app"]?["device_app_hash"] ?? event["user"]?["id"])?.string.flatMap(ReporterKey.useful)
    report.system.name = contexts?["os"]?["name"]?.string
    report.system.version = contexts?["os"]?["version"]?.string
    report.system.build = contexts?["os"]?["build"]?.string
    report.time = event["timestamp"].flatMap { time($0) }
    report.launchTime = contexts?["app"]?["app_start_time"]?.string
    // The last one was thrown; those before it are its causes.
    let exceptions = Array(SentryReader.values(event["exception"]))
    report.exception = exceptions.last.map { exception($0) }
    report.kind = kind(exceptions.last)
    markThread(&report, exceptions.last)
    if event["stacktraces"] != nil { fill(&report, ofRequest: event) }
    report.applicationSpecificInformation = information(event, exceptions)
    report.details = details(event)
    report.diagnostics += diagnostics(report, event)
    takeRepetitions(event, exceptions)
  }

  /// Takes values that say nothing beside those that are shown.
  private static func takeRepetitions(_ event: JSONValue, _ exceptions: [JSONValue]) {
    event["level"]?.take { $0.equals("fatal") }
    for exception in exceptions {
      let mechanism = exception["mechanism"]
      guard let signal = mechanism?["meta"]?["signal"] ?? mechanism?["posix_signal"] else { continue }
      signal["code"]?.take { $0.int == 0 }
      signal["code_name"]?.take { $0.string?.hasSuffix("_NOOP") == true }
    }
  }

  /// Returns what the app and Sentry's library added.
  private static func details(_ event: JSONValue) -> [ReportDetail] {
    ReportDetail.list([
      ("environment", "Environment", event["environment"].map { ReportValue($0) }),
      ("transaction", "Transaction", event["transaction"].map { ReportValue($0) }),
      ("tags", "Tags", event["tags"].map { ReportValue($0) }), ("user", "User", event["user"].map { ReportValue($0) }),
      ("extra", "Extra Data", event["extra"].map { ReportValue($0) }),
      ("contexts", "Contexts", event["contexts"].map { contexts($0) }),
      ("breadcrumbs", "Breadcrumbs", (event["breadcrumbs"]?["values"] ?? event["breadcrumbs"]).map { ReportValue($0) }),
    ])
  }

  /// Returns the contexts, without those that are printed elsewhere.
  private static func contexts(_ value: JSONValue) -> ReportValue {
    let shown: [String: Set<String>] = [
      "app": ["app_name", "app_identifier", "app_version", "app_build", "app_start_time", "type"],
      "device": ["model", "arch", "type"], "os": ["name", "version", "build", "type"],
    ]
    let members = value.members.map { key, context in
      ReportValue.Member(key.string, ReportValue(context, omitting: shown[key.string] ?? ["type"]))
    }
    return .object(members.filter { !$0.value.isEmpty })
  }

  /// Marks the thread of an exception that ended nothing: that of a hang, or one that the app reported.
  private static func markThread(_ report: inout CrashReport, _ exception: JSONValue?) {
    guard report.kind != .crash, !report.threads.contains(where: \.crashed),
      let id = exception?["thread_id"]?.address.flatMap({ Int(exactly: $0) }),
      let position = report.threads.firstIndex(where: { $0.index == id })
    else { return }
    report.threads[position].crashed = true
  }

  /// Fills in the further contents of symbolicator requests and responses.
  private static func fill(_ report: inout CrashReport, ofRequest event: JSONValue) {
    let system = event["system_info"]
    report.system.name = system?["os_name"]?.string ?? report.system.name
    report.system.version = system?["os_version"]?.string ?? report.system.version
    report.system.build = system?["os_build"]?.string ?? report.system.build
    report.device.cpuType = system?["cpu_arch"]?.string ?? report.device.cpuType
    report.device.model = system?["device_model"]?.string ?? report.device.model
    report.kind = event["crashed"]?.bool == true || report.threads.contains(where: \.crashed) ? .crash : .other
    guard let reason = (event["crash_reason"] ?? event["signal"]).map({ $0.string ?? "signal \($0.text)" }) else { return }
    var exception = CrashException()
    exception.type = reason
    report.exception = exception
  }

  /// Returns a time, which is text or seconds since 1970.
  private static func time(_ value: JSONValue) -> String? {
    guard let seconds = value.double, abs(seconds) < 1e15 else { return value.string }
    return CivilTime(secondsSince1970: Int64(seconds.rounded(.down))).text
  }

  private static func kind(_ exception: JSONValue?) -> ReportKind {
    guard let exception else { return .user }
    let mechanism = exception["mechanism"]
    if exception["type"]?.string?.hasPrefix("App Hang") == true || mechanism?["type"]?.equals("AppHang") == true { return .hang }
    return mechanism?["handled"]?.bool == true ? .user : .crash
  }

  /// Returns the process. The executable's name is in the first image of an app.
  private static func process(_ report: CrashReport, _ event: JSONValue, _ app: JSONValue?) -> CrashedProcess {
    var process = CrashedProcess()
    let main = report.images.first.flatMap { $0.inApp ? $0 : nil }
    process.name = app?["app_name"]?.string ?? main?.name
    process.bundleID = app?["app_identifier"]?.string
    process.version = app?["app_version"]?.string
    process.build = app?["app_build"]?.string ?? event["dist"]?.string
    process.path = main?.path
    // `identifier@version+build`
    guard let release = event["release"]?.string, process.version == nil else { return process }
    let parts = release.split(separator: "@", maxSplits: 1).map(String.init)
    let versions = (parts.last ?? "").split(separator: "+", maxSplits: 1).map(String.init)
    if parts.count > 1, process.bundleID == nil { process.bundleID = parts[0] }
    process.version = versions.first
    if process.build == nil, versions.count > 1 { process.build = versions[1] }
    return process
  }

  /// Returns an exception. Sentry stores the system's values below `mechanism`: since version 1 of the interface in `meta` and
  /// `data`.
  private static func exception(_ value: JSONValue) -> CrashException {
    var exception = CrashException()
    let mechanism = value["mechanism"]
    let mach = mechanism?["meta"]?["mach_exception"] ?? mechanism?["mach_exception"]
    let signal = mechanism?["meta"]?["signal"] ?? mechanism?["posix_signal"]
    let type = value["type"]?.string
    exception.type = (mach?["name"] ?? mach?["exception_name"])?.string ?? type
    exception.signal = signal?["name"]?.string
    if let code = mach?["code"]?.address {
      exception.codes = TextColumns.hex(code) + ", " + TextColumns.hex(mach?["subcode"]?.address ?? 0)
    }
    exception.faultAddress = (mechanism?["data"]?["relevant_address"] ?? mechanism?["relevant_address"])?.address.map(
      RuntimeAddress.init)
    if type != exception.type, type != exception.signal { exception.name = type }
    exception.reason = value["value"]?.string
    return exception
  }

  private static func information(_ event: JSONValue, _ exceptions: [JSONValue]) -> [String] {
    let message = ["logentry", "message"].lazy.compactMap { key in
      event[key].flatMap { $0.string ?? ($0["formatted"] ?? $0["message"])?.string }
    }.first
    let texts = exceptions.reversed().map { value in
      let mechanism = value["mechanism"]
      // Sentry's library concludes at the next launch that the system ended the app.
      let isConcluded = mechanism?["type"]?.equals("watchdog_termination") == true || value["type"]?.equals("OutOfMemory") == true
      let isThrown = SentryReader.isThrown(value) && mechanism?["handled"]?.bool != true && !isConcluded
      if isThrown, let type = value["type"]?.string {
        return "*** Terminating app due to uncaught exception '\(type)', reason: '\(value["value"]?.string ?? "")'"
      }
      return [value["type"]?.string, value["value"]?.string].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": ")
    }
    // The exception's type alone is printed already.
    let said = exceptions.last?["type"]?.string
    return (texts + [message ?? ""]).filter { !$0.isEmpty && $0 != said }
  }

  private static func diagnostics(_ report: CrashReport, _ event: JSONValue) -> [ReportDiagnostic] {
    var result: [ReportDiagnostic] = []
    let place = event.range.lowerBound
    let isWide = report.images.contains { $0.architecture?.is64Bit == true }
    if isWide, report.images.allSatisfy({ ($0.loadAddress?.value ?? 0) >> 32 == 0 }) {
      let note = "the reporter truncated addresses to 32 bits; only offsets from the image starts are reliable"
      result.append(ReportDiagnostic(.note, note, byte: place))
    }
    if report.images.isEmpty, report.frames.contains(where: { $0.address != nil }) {
      result.append(
        ReportDiagnostic(.warning, "the report lists no images, and its frames have no UUIDs", byte: place, kind: .noImages))
    }
    if report.frames.isEmpty {
      result.append(ReportDiagnostic(.warning, "the report has no call stacks", byte: place, kind: .noStacks))
    }
    return result
  }
}
