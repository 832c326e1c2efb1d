import CrashModel

/// Collects what `leaks` says of the leaked memory: how much it is, and the objects that nothing refers to.
struct AppleTextLeaks {
  /// The maximum number of listed objects.
  private static let maxObjects = 1_000

  private var total: String?
  /// How many leaks the list leaves out.
  private var excluded: String?
  private var objects: [String] = []
  private var objectCount = 0

  /// Reads `Process 14968: 2 leaks for 64 total leaked bytes.` Returns false for any other value.
  mutating func read(key: String, _ bytes: [UInt8], _ value: Range<Int>) -> Bool {
    guard total == nil, key.hasPrefix("Process "), TextScan.find(bytes, value, " total leaked bytes") != nil else { return false }
    total = TextScan.text(bytes, value)
    return true
  }

  /// Reads `1 (32 bytes) ROOT LEAK: <LeakySwiftObject 0x600001431a40> [32]` and `56 leaks excluded (not printed)`. Returns false
  /// for any other line.
  mutating func readObject(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    if total != nil, TextScan.find(bytes, line, " excluded (not printed)") != nil {
      excluded = TextScan.trimmedText(bytes, line)
      return true
    }
    guard total != nil, ["ROOT LEAK: ", "ROOT CYCLE: "].contains(where: { TextScan.find(bytes, line, $0) != nil }),
      let text = TextScan.trimmedText(bytes, line)
    else { return false }
    objectCount += 1
    if objects.count < Self.maxObjects { objects.append(text) }
    return true
  }

  /// The lines about all leaks, or nothing without any.
  var summary: [String] { [total, excluded].compactMap { $0 } }

  /// The leaked objects, or nil if none are listed.
  var detail: ReportDetail? {
    guard !objects.isEmpty else { return nil }
    let rest = objectCount - objects.count
    let lines = objects + (rest > 0 ? ["... and \(rest) more"] : [])
    return ReportDetail(key: "leaks", title: "Leaked Objects", value: .text(lines.joined(separator: "\n")))
  }
}
