import JSONText

/// The parts of MetricKit's JSON (MXDiagnosticPayload and what is in it).
enum MetricKitShape {
  /// Whether an object is one diagnostic, or a call stack tree alone.
  static func isDiagnostic(_ value: JSONValue) -> Bool {
    value["callStackTree"]?.kind == .object || value["callStacks"]?.kind == .array
  }

  /// The diagnostics of a payload in the order of the text; nil when the object is none. Apps that store payloads wrap them.
  static func diagnostics(in payload: JSONValue) -> [JSONValue]? {
    guard payload.kind == .object, payload.members.contains(where: isList) else { return nil }
    return payload.members.filter(isList).flatMap { $0.value.elements.filter { $0.kind == .object } }
  }

  /// The array of the payload that a diagnostic stands in; nil when there is no payload.
  static func list(holding diagnostic: JSONValue, in payload: JSONValue?) -> String? {
    payload?.members.first { isList($0) && $0.value.range.contains(diagnostic.range.lowerBound) }?.key.string
  }

  /// `crashDiagnostics`, `hangDiagnostics`, `cpuExceptionDiagnostics`, `diskWriteExceptionDiagnostics`, `appLaunchDiagnostics`,
  /// and what may come.
  private static func isList(_ member: (key: JSONKey, value: JSONValue)) -> Bool {
    guard member.value.kind == .array, member.key.string.hasSuffix("Diagnostics") else { return false }
    return member.value.elements.contains { isDiagnostic($0) || $0["diagnosticMetaData"] != nil }
  }
}
