/// Reporters' keys of devices and installations.
enum ReporterKey {
  /// Returns the key, or nil for a placeholder: empty, `TODO`, only zeros.
  static func useful(_ key: String) -> String? {
    let text = key.filter { $0 != " " }
    return text.isEmpty || text == "TODO" || text == "???" || text.allSatisfy { $0 == "0" || $0 == "-" } ? nil : text
  }
}
