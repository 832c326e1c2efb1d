import CrashModel
import JSONText

/// Tells what a JSON value is from the keys it has.
enum JSONShape {
  /// The report format of an object; nil when it is none that is known.
  static func format(of value: JSONValue) -> ReportFormat? {
    guard value.kind == .object else { return nil }
    let keys = Keys(value)
    if keys.has("usedImages") || keys.has("processByPid") || keys.has("stackshot") || keys.has("memoryStatus") { return .ips }
    if value["kind"]?.equals("crashReport") == true {
      return keys.has("threads") || value.document.firstErrorKind == .endsEarly ? .swiftBacktrace : nil
    }
    if isKSCrash(value, keys) { return .kscrash }
    if isSentry(value, keys) { return .sentry }
    if MetricKitShape.isDiagnostic(value) { return .metricKit }
    guard keys.has("threads") else { return nil }
    if keys.has("bug_type") || keys.has("procName") || keys.has("cpuType") { return .ips }
    return keys.has("architecture") || keys.has("platform") || keys.has("images") ? .swiftBacktrace : nil
  }

  /// Whether an object is a report, or several.
  static func isReport(_ value: JSONValue) -> Bool {
    MetricKitShape.diagnostics(in: value) != nil || format(of: value) != nil || formatByStacks(of: value) != nil
  }

  /// `json` for an object of no format that is known that holds call stacks as JSON; nil for others. Call stacks that are text
  /// are not enough: they are read, and filled in, where they stand.
  static func formatByStacks(of value: JSONValue) -> ReportFormat? {
    guard value.kind == .object, value["mappings"] == nil else { return nil }
    return StackSearch(value).holdsLists ? .json : nil
  }

  private static func isKSCrash(_ value: JSONValue, _ keys: Keys) -> Bool {
    if keys.has("recrash_report") || keys.has("crash_id") { return true }
    if let crash = value["crash"], crash.kind == .object {
      return keys.has("report") || keys.has("system") || keys.has("binary_images") || crash["threads"] != nil
        || crash["error"] != nil
    }
    guard let report = value["report"], report.kind == .object else { return false }
    return report["id"] != nil && (report["version"] != nil || report["type"] != nil)
  }

  private static func isSentry(_ value: JSONValue, _ keys: Keys) -> Bool {
    if value["debug_meta"]?["images"] != nil || SentryReader.isSymbolicators(value) { return true }
    let isStated = value["exception"]?["values"] != nil || value["threads"]?["values"] != nil
    return keys.has("event_id") && (isStated || keys.has("stacktrace") || keys.has("exception"))
      || isStated && keys.has("platform")
  }

  /// Whether an object is the first line of an `.ips` report.
  static func isIPSHeader(_ value: JSONValue) -> Bool {
    guard value.kind == .object else { return false }
    let keys = Keys(value)
    guard keys.has("bug_type") || keys.has("incident_id") && keys.has("os_version") else { return false }
    return !["threads", "usedImages", "processByPid", "stackshot", "memoryStatus", "procName", "pid", "product"].contains {
      keys.has($0)
    }
  }

  /// Whether a damaged object could have become a report.
  static func mayBeReport(_ value: JSONValue) -> Bool {
    guard value.kind == .object else { return false }
    let keys = Keys(value)
    let marks = [
      "timestamp", "kind", "report", "crash", "binary_images", "system", "uptime", "procLaunch", "app_name", "threads",
    ]
    return keys.count <= 1 || marks.contains { keys.has($0) }
  }

  /// What a value is that is no report, for people; nil when it is not even JSON.
  static func describe(_ value: JSONValue) -> String? {
    guard value.kind == .object else { return value.kind == .array && value.document.isWellFormed ? "a JSON array" : nil }
    let keys = Keys(value)
    if keys.has("mappings") && keys.has("sources") { return "a source map" }
    if keys.count == 0, !value.document.isWellFormed { return nil }
    return "JSON, but not a crash report"
  }

  /// The keys of an object.
  private struct Keys {
    private let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    var count: Int { value.members.reduce(0) { count, _ in count + 1 } }

    func has(_ name: String) -> Bool { value.members.contains { $0.key.equals(name) } }
  }
}
