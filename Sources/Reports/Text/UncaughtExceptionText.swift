import CrashModel

/// The line by which Foundation tells of an exception that nobody caught.
enum UncaughtExceptionText {
  /// What such a line says.
  struct Found {
    /// The exception's name.
    var name: String
    /// Its reason, lines of it separated by line ends; nil when the line gives none.
    var reason: String?
    /// Whether the quote that ends the reason has not come: the reason of React Native's exceptions holds a stack of JavaScript, a
    /// frame a line.
    var isOpen = false

    /// Takes the next line of a reason that is open.
    mutating func add(_ line: String) {
      let isLast = line.hasSuffix("'")
      let text = isLast ? String(line.dropLast()) : line
      if !text.isEmpty { reason = (reason ?? "") + "\n" + text }
      isOpen = !isLast
    }
  }

  /// So many lines of a reason are kept.
  static let mostLines = 256

  /// Sets the exception's name and reason from `*** Terminating app due to uncaught exception 'Name', reason: 'Reason'`
  /// in the application specific information, where they are not known yet.
  static func fill(_ report: inout CrashReport) {
    guard report.exception?.name == nil else { return }
    let lines = report.applicationSpecificInformation
    for (position, line) in lines.enumerated() {
      guard var found = parse(line) else { continue }
      for next in lines[(position + 1)...].prefix(mostLines) where found.isOpen {
        if next.hasPrefix("***") || next.hasPrefix("terminating with") { break }
        found.add(next)
      }
      var exception = report.exception ?? CrashException()
      exception.name = found.name
      exception.reason = found.reason
      report.exception = exception
      return
    }
  }

  /// What a line says; nil when it is another. Quotes inside the name and the reason belong to them.
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
