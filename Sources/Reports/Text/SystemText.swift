import CrashModel

/// Reads the names of operating systems.
enum SystemText {
  /// Splits `iPhone OS 26.0 (23A5297m)`, `macOS 14.1 (23B74)`, `iPhone OS 15.5`; missing parts stay unknown.
  static func parse(_ text: String) -> OperatingSystem {
    var system = OperatingSystem()
    let parts = text.split(separator: "(", maxSplits: 1)
    (system.name, system.version) = split(String(parts.first ?? "").trimmingBlanks)
    system.build = parts.count > 1 ? String(parts[1].prefix { $0 != ")" }) : nil
    return system
  }

  /// Splits `iPhone OS 15.5` at its last blank.
  static func split(_ text: String) -> (name: String?, version: String?) {
    guard let blank = text.lastIndex(of: " ") else { return (text.isEmpty ? nil : text, nil) }
    return (String(text[..<blank]), String(text[text.index(after: blank)...]))
  }
}
