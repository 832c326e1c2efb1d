/// The maximum size of one report. A whole report is in memory, with everything that is made of it.
package struct SizeLimit: Hashable, Sendable {
  /// The number of bytes.
  package let bytes: Int

  /// Sets a limit; by default 256 MB, ten times the size of the largest known report.
  package init(bytes: Int? = nil) { self.bytes = bytes ?? 256_000_000 }

  /// The limit for messages: `256 MB`, `1500 bytes`.
  package var text: String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "KB")]
    guard let (size, name) = units.first(where: { bytes >= $0.0 && bytes % $0.0 == 0 }) else { return "\(bytes) bytes" }
    return "\(bytes / size) \(name)"
  }

  /// The reason why a larger input is not read, as one clause.
  package var reason: String {
    "larger than \(text); --max-report-size allows more, and `symbolicate filter` reads logs of any size"
  }
}
