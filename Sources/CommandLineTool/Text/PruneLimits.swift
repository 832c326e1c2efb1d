/// The limits of `store prune`.
struct PruneLimits: Sendable {
  /// The maximum total size of files in bytes, or nil for no limit.
  var maxSize: Int?
  /// The age in seconds from which on files are removed, or nil for no limit.
  var olderThan: Int64?
  /// The number of builds to keep per image, or nil for all.
  var keepLast: Int?

  /// Whether there are no limits.
  var isEmpty: Bool { maxSize == nil && olderThan == nil && keepLast == nil }

  /// Parses a size: bytes, or a number with K, M, G or T for thousands of bytes and so on; a B may follow. Returns nil for
  /// anything else.
  static func size(_ text: String) -> Int? {
    var word = text.uppercased()
    if word.hasSuffix("B") { word.removeLast() }
    let units: [Character: Int] = ["K": 1000, "M": 1_000_000, "G": 1_000_000_000, "T": 1_000_000_000_000]
    let unit = word.last.flatMap { units[$0] }
    if unit != nil { word.removeLast() }
    guard let number = Int(word), number >= 0 else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    return overflow ? nil : bytes
  }

  /// Parses an age: a number with h, d, w or y. Returns nil for anything else.
  static func seconds(_ text: String) -> Int64? {
    let units: [Character: Int64] = ["h": 3600, "d": 86_400, "w": 604_800, "y": 31_557_600]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int64(text.dropLast()), number >= 0 else { return nil }
    let (seconds, overflow) = number.multipliedReportingOverflow(by: unit)
    return overflow ? nil : seconds
  }
}
