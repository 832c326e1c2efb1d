import JSONText

/// The parts of MetricKit's JSON (MXDiagnosticPayload and what is in it).
enum MetricKitShape {
  /// Returns whether an object is one diagnostic, or a call stack tree alone.
  static func isDiagnostic(_ value: JSONValue) -> Bool {
    value["callStackTree"]?.kind == .object || value["callStacks"]?.kind == .array
  }

  /// Returns the diagnostics of a payload in the order of the text, each with the name of the array that it is in, or nil if the
  /// object is not a payload. Apps that store payloads wrap them.
  static func diagnostics(in payload: JSONValue) -> [(list: String, diagnostic: JSONValue)]? {
    guard payload.kind == .object, payload.members.contains(where: isList) else { return nil }
    return payload.members.filter(isList).flatMap { key, list in
      let name = key.string
      return list.elements.filter { $0.kind == .object }.map { (name, $0) }
    }
  }

  /// `crashDiagnostics`, `hangDiagnostics`, `cpuExceptionDiagnostics`, `diskWriteExceptionDiagnostics`, `appLaunchDiagnostics`,
  /// and future ones.
  private static func isList(_ member: (key: JSONKey, value: JSONValue)) -> Bool {
    guard member.value.kind == .array, member.key.string.hasSuffix("Diagnostics") else { return false }
    return member.value.elements.contains { isDiagnostic($0) || $0["diagnosticMetaData"] != nil }
  }
}
