import JSONText

/// The parts of the JSON of MetricKit and of those who pass its diagnostics on: payloads (MXDiagnosticPayload, iOS 14), reports
/// (DiagnosticReport, iOS 27), and the diagnostic logs of App Store Connect.
enum MetricKitShape {
  /// One diagnostic with what is around it.
  struct Found {
    /// The key that it is at: `crashDiagnostics`, `hangDiagnostic`, `diagnosticLogs`.
    let key: String
    /// Its place in the list at that key, or nil if it is in none.
    var number: Int?
    /// The object with the call stack tree.
    let diagnostic: JSONValue
    /// The object with what applies to several diagnostics.
    let payload: JSONValue
  }

  /// Returns whether an object is one diagnostic, or a call stack tree alone.
  static func isDiagnostic(_ value: JSONValue) -> Bool {
    value["callStackTree"].map { $0.kind == .object || $0.kind == .array } ?? isTree(value)
  }

  private static func isTree(_ value: JSONValue) -> Bool {
    value["callStacks"]?.kind == .array || value["callStackThreads"]?.kind == .array
  }

  /// Returns the diagnostics of an object in the order of the text, or nil if it is no payload, report or log. Apps that store
  /// payloads wrap them.
  static func diagnostics(in value: JSONValue) -> [Found]? {
    guard value.kind == .object else { return nil }
    if value["productData"]?.kind == .array || value["diagnosticLogs"]?.kind == .array { return logs(in: value) }
    guard value.members.contains(where: { isList($0) || isSingle($0) }) else { return nil }
    return value.members.flatMap { member -> [Found] in
      if isSingle(member) { return [Found(key: member.key.string, diagnostic: member.value, payload: value)] }
      return isList(member) ? list(member.value, at: member.key.string, of: value) { $0.kind == .object } : []
    }
  }

  private static func list(
    _ list: JSONValue, at key: String, of payload: JSONValue, where isTaken: (JSONValue) -> Bool
  ) -> [Found] {
    list.elements.enumerated().filter { isTaken($0.element) }
      .map { Found(key: key, number: $0.offset, diagnostic: $0.element, payload: payload) }
  }

  /// `crashDiagnostics`, `hangDiagnostics`, `cpuExceptionDiagnostics`, `diskWriteExceptionDiagnostics`, `appLaunchDiagnostics`,
  /// and future ones.
  private static func isList(_ member: (key: JSONKey, value: JSONValue)) -> Bool {
    guard member.value.kind == .array, member.key.string.hasSuffix("Diagnostics") else { return false }
    return member.value.elements.contains { isDiagnostic($0) || $0["diagnosticMetaData"] != nil }
  }

  /// `crashDiagnostic`, `hangDiagnostic` and so on: the one diagnostic of a report of iOS 27.
  private static func isSingle(_ member: (key: JSONKey, value: JSONValue)) -> Bool {
    guard member.value.kind == .object, member.key.string.hasSuffix("Diagnostic") else { return false }
    return member.value["callStackTree"] != nil
  }

  /// The logs of one or several signatures of App Store Connect (API 1.2, `diagnosticLogs`).
  private static func logs(in value: JSONValue) -> [Found]? {
    let products = value["productData"].map { Array($0.elements) } ?? [value]
    let found = products.flatMap { product in
      product["diagnosticLogs"].map { list($0, at: "diagnosticLogs", of: product, where: isDiagnostic) } ?? []
    }
    return found.isEmpty ? nil : found
  }

  // MARK: Call stack trees

  /// Returns the call stack trees of a diagnostic: one, except in App Store Connect's logs. A tree alone is its own.
  static func trees(of diagnostic: JSONValue) -> [JSONValue] {
    guard let tree = diagnostic["callStackTree"] else { return [diagnostic] }
    return tree.kind == .array ? Array(tree.elements) : [tree]
  }

  /// Returns the call stacks of a tree, one per thread or one for many threads.
  static func stacks(of tree: JSONValue) -> JSONValue.Elements {
    (tree["callStacks"] ?? tree["callStackThreads"])?.elements ?? .none
  }

  /// Returns the outermost list of frames of a call stack.
  static func roots(of stack: JSONValue) -> JSONValue? {
    stack["callStackRootFrames"] ?? stack["rootFrames"] ?? stack["callStackFrames"]
  }
}
