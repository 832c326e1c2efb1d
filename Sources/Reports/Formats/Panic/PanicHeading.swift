import CrashModel

/// Reads what macOS prints above the title of a panic's text: `Anonymous UUID:`, and the time on a line of its own.
struct PanicHeading {
  private static let title = "*** Panic Report ***"

  /// The time as printed: `Wed Jan 10 12:00:00 2018`.
  private(set) var time: String?
  /// The reporter's key of the machine.
  private(set) var reporterKey: String?

  /// Reads the lines up to the title; without a title there is nothing.
  init(_ bytes: [UInt8]) {
    let head = 0..<min(bytes.count, 4096)
    guard let end = TextScan.find(bytes, head, Self.title) else { return }
    var lines = TextLines(bytes)
    while let line = lines.next(), line.lowerBound < end {
      guard let text = TextScan.trimmedText(bytes, line) else { continue }
      if text.hasPrefix("Anonymous UUID:") {
        reporterKey = ReporterKey.useful(String(text.dropFirst("Anonymous UUID:".count)).trimmingBlanks)
      } else if Self.isTime(text) {
        time = text
      }
    }
  }

  /// Returns whether a line has the form of `Wed Jan 10 12:00:00 2018`.
  private static func isTime(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return words.count == 5 && words[0].count == 3 && words[3].count == 8 && words[3].contains(":")
      && words[4].allSatisfy(\.isNumber)
  }
}
