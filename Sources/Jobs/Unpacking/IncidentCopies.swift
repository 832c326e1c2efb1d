/// Finds copies of one report by the incident that its beginning names: Apple's bundles and archives of diagnostics hold a report in
/// several directories.
struct IncidentCopies {
  private var known: Set<String> = []

  /// The number of bytes in which the incident is named.
  static let beginningSize = 4096

  private static let marks = ["\"incident_id\":\"", "\"incident_id\": \"", "\"incident_id\" : \"", "Incident Identifier:"]

  /// Returns whether a report with this beginning was seen before, and remembers it otherwise. A report without an incident is no copy.
  mutating func isCopy(_ beginning: [UInt8]) -> Bool {
    let text = String(decoding: beginning.prefix(Self.beginningSize), as: UTF8.self)
    for mark in Self.marks {
      let parts = text.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let id = parts[1].drop { $0 == " " }.prefix { $0.isHexDigit || $0 == "-" }
      return id.count >= 32 && !known.insert(id.lowercased()).inserted
    }
    return false
  }
}
