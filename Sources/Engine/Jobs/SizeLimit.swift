/// The most bytes of one report. A whole report is in memory, with what is made of it.
public struct SizeLimit: Hashable, Sendable {
  /// The number of bytes.
  public let bytes: Int

  /// A limit; 256 MB, ten times as much as any report that is known, unless the user says another.
  public init(bytes: Int? = nil) { self.bytes = bytes ?? 256_000_000 }

  /// The limit in words: `256 MB`, `1500 bytes`.
  public var text: String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "KB")]
    guard let (size, name) = units.first(where: { bytes >= $0.0 && bytes % $0.0 == 0 }) else { return "\(bytes) bytes" }
    return "\(bytes / size) \(name)"
  }

  /// Why a larger input is not read, in one clause.
  public var reason: String {
    "larger than \(text); --max-report-size allows more, and `symbolicate filter` reads logs of any size"
  }
}
