import CrashModel

/// The line with which Foundation reports an uncaught exception.
enum UncaughtExceptionText {
  /// The content of such a line.
  struct Found {
    /// The exception's name.
    var name: String
    /// Its reason, with its lines separated by line ends, or nil if the line has none.
    var reason: String?
    /// Whether the quote that ends the reason is still missing: the reason of React Native's exceptions contains a JavaScript
    /// stack, one frame per line.
    var isOpen = false

    /// Reads the next line of an open reason.
    mutating func add(_ line: String) {
      let isLast = line.hasSuffix("'")
      let text = isLast ? String(line.dropLast()) : line
      if !text.isEmpty { reason = (reason ?? "") + "\n" + text }
      isOpen = !isLast
    }
  }

  /// The maximum number of lines of a reason.
  static let maxLines = 256

  /// Sets the exception's name and reason from `*** Terminating app due to uncaught exception 'Name', reason: 'Reason'` in the
  /// application specific information, if they are not known yet.
  static func fill(_ report: inout CrashReport) {
    guard report.exception?.name == nil else { return }
    let lines = report.applicationSpecificInformation
    for (position, line) in lines.enumerated() {
      guard var found = parse(Self.joined(line, lines[(position + 1)...].first)) else { continue }
      for next in lines[(position + 1)...].prefix(maxLines) where found.isOpen {
        if next.hasPrefix("***") || next.hasPrefix("terminating with") { break }
        found.add(next)
      }
      var exception = report.exception ?? CrashException()
      exception.name = found.name
      exception.reason = found.reason
      report.exception = exception
      return
    }
    fillThrown(&report, lines)
    fillCrashing(&report, lines)
  }

  /// Does the same for what AppKit writes, which has no name: `Crashing on exception: Invalid parameter not satisfying: x != nil`.
  private static func fillCrashing(_ report: inout CrashReport, _ lines: [String]) {
    let mark = "Crashing on exception: "
    guard report.exception?.name == nil, report.exception?.reason == nil else { return }
    guard let first = lines.firstIndex(where: { $0.hasPrefix(mark) }) else { return }
    let more = lines[(first + 1)...].prefix(maxLines).prefix { !$0.trimmingBlanks.isEmpty && !$0.hasPrefix("***") }
    let reason = ([String(lines[first].dropFirst(mark.count))] + more).joined(separator: "\n")
    var exception = report.exception ?? CrashException()
    exception.reason = reason
    report.exception = exception
  }

  /// Returns a line with the next one, if the reason is there: some reports break the line before it.
  private static func joined(_ line: String, _ next: String?) -> String {
    guard line.hasSuffix("',"), let next = next?.trimmingBlanks, next.hasPrefix("reason: '") else { return line }
    return line + " " + next
  }

  /// Does the same for what the C++ runtime writes: `libc++abi: terminating due to uncaught exception of type shop::Error: what`.
  private static func fillThrown(_ report: inout CrashReport, _ lines: [String]) {
    for line in lines {
      guard let found = parseThrown(line) else { continue }
      var exception = report.exception ?? CrashException()
      exception.name = found.name
      exception.reason = found.reason
      report.exception = exception
      return
    }
  }

  /// Returns the type and the message of an exception of C++, or nil if it is another line. Of exceptions of Objective-C the runtime
  /// knows only the class.
  static func parseThrown(_ line: String) -> Found? {
    guard
      let mark = ["terminating due to uncaught exception of type ", "terminating with uncaught exception of type "].lazy
        .compactMap({ range(of: $0, in: line[...]) }).first,
      line[..<mark.lowerBound].isEmpty || line.hasPrefix("libc++abi")
    else { return nil }
    let rest = line[mark.upperBound...]
    let gap = range(of: ": ", in: rest)
    let name = String(rest[..<(gap?.lowerBound ?? rest.endIndex)]).trimmingBlanks
    guard !name.isEmpty, !name.hasPrefix("NSException") else { return nil }
    return Found(name: name, reason: gap.map { String(rest[$0.upperBound...]) })
  }

  /// Returns the content of a line, or nil if it is another line. Quotes inside the name and the reason belong to them.
  static func parse(_ line: String) -> Found? {
    let mark = "due to uncaught exception '"
    guard line.hasPrefix("*** Terminating app"), let start = range(of: mark, in: line[...]) else { return nil }
    let rest = line[start.upperBound...]
    guard let gap = range(of: "', reason: '", in: rest) else {
      return rest.firstIndex(of: "'").map { Found(name: String(rest[..<$0])) }
    }
    let name = String(rest[..<gap.lowerBound])
    let text = String(rest[gap.upperBound...]).trimmingBlanks
    if text.hasSuffix("stack:") { return Found(name: name, reason: text, isOpen: true) }
    guard let quote = text.lastIndex(of: "'") else { return Found(name: name, reason: text, isOpen: true) }
    return Found(name: name, reason: String(text[..<quote]))
  }

  private static func range(of mark: String, in text: Substring) -> Range<Substring.Index>? {
    var rest = text
    while let start = rest.firstIndex(of: mark.first ?? " ") {
      if rest[start...].hasPrefix(mark) { return start..<rest.index(start, offsetBy: mark.count) }
      rest = rest[rest.index(after: start)...]
    }
    return nil
  }
}
