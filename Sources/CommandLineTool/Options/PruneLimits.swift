/// What `store prune` keeps, as it was asked for.
struct PruneLimits: Sendable {
  /// The most bytes that files may take; nil for any number.
  let maxSize: Int?
  /// The age in seconds from which on files go; nil for none.
  let olderThan: Int64?
  /// The number of builds to keep of every image; nil for all.
  let keepLast: Int?

  /// Whether nothing was asked for.
  var isEmpty: Bool { maxSize == nil && olderThan == nil && keepLast == nil }

  /// Reads a size: bytes, or a number with K, M, G or T for thousands of bytes and so on; a B may follow. Nil for anything else.
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

  /// Reads a time: a number with h, d, w or y. Nil for anything else.
  static func seconds(_ text: String) -> Int64? {
    let units: [Character: Int64] = ["h": 3600, "d": 86_400, "w": 604_800, "y": 31_557_600]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int64(text.dropLast()), number >= 0 else { return nil }
    let (seconds, overflow) = number.multipliedReportingOverflow(by: unit)
    return overflow ? nil : seconds
  }
}
