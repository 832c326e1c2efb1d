import CrashModel

/// The line by which Foundation tells of an exception that nobody caught.
enum UncaughtExceptionText {
  /// Sets the exception's name and reason from `*** Terminating app due to uncaught exception 'Name', reason: 'Reason'`
  /// in the application specific information, where they are not known yet.
  static func fill(_ report: inout CrashReport) {
    guard report.exception?.name == nil, let found = report.applicationSpecificInformation.lazy.compactMap(parse).first else {
      return
    }
    var exception = report.exception ?? CrashException()
    exception.name = found.name
    exception.reason = found.reason
    report.exception = exception
  }

  /// The name and the reason; nil when the line is another.
  static func parse(_ line: String) -> (name: String, reason: String?)? {
    let mark = "due to uncaught exception '"
    guard line.hasPrefix("*** Terminating app"), let start = range(of: mark, in: line[...]) else { return nil }
    let rest = line[start.upperBound...]
    guard let quote = rest.firstIndex(of: "'") else { return nil }
    let name = String(rest[..<quote])
    guard let reason = range(of: "reason: '", in: rest[quote...]) else { return (name, nil) }
    let text = rest[reason.upperBound...]
    return (name, String(text.lastIndex(of: "'").map { text[..<$0] } ?? text))
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

extension String {
  /// The text without blanks and line ends around it.
  var trimmingBlanks: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
