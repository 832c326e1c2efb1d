import CrashModel

/// Finds the JavaScript stack in the reason of an exception. React Native puts it there, one frame per line:
///
///     Unhandled JS Exception: TypeError: undefined is not an object (evaluating 'a.b'), stack:
///     pay@1:2345
///     onPress@1:998
enum ReasonStack {
  /// Adds the stack in a report's reason, or in its application specific information, as a backtrace. Does nothing if the report
  /// has JavaScript frames already, except for logs, where they belong to other lines.
  static func add(to report: inout CrashReport) {
    var frames = report.exception?.reason.map { Self.frames(in: $0) } ?? []
    if frames.isEmpty { frames = Self.frames(in: report.applicationSpecificInformation) }
    guard !frames.isEmpty else { return }
    guard report.format == .console || !report.frames.contains(where: { $0.kind == .javaScript }) else { return }
    report.add(frames, as: .script)
  }

  /// Returns whether a text contains a stack.
  static func isHeld(by text: String) -> Bool { !frames(in: text).isEmpty }

  private static func frames(in lines: [String]) -> [Frame] {
    for line in lines where line.utf8.contains(UInt8(ascii: "\n")) {
      let found = frames(in: line)
      if !found.isEmpty { return found }
    }
    return lines.count > 1 ? frames(in: lines.joined(separator: "\n")) : []
  }

  /// Returns the first stack of a text.
  private static func frames(in text: String) -> [Frame] {
    guard mayHoldStack(text) else { return [] }
    let bytes = Array(text.utf8)
    var frames: [Frame] = []
    var hasPlace = false
    var lines = TextLines(bytes)
    while let line = lines.next() {
      guard let found = ScriptFrameLine(bytes, line, isReason: true) else {
        if hasPlace { break }
        frames = []
        continue
      }
      frames.append(found.frame(number: frames.count))
      if frames.last?.script != nil || found.kind == .named { hasPlace = true }
      if frames.count == maxFrames { break }
    }
    return hasPlace ? frames : []
  }

  /// Returns whether a text has one of the marks of JavaScript frames.
  private static func mayHoldStack(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "\n")) && text.utf8.contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "(") }
  }

  private static let maxFrames = 10_000
}

extension ScriptFrameLine {
  /// The frame that the line means, with no place in the input.
  func frame(number: Int) -> Frame {
    var frame = Frame(index: number, kind: .javaScript)
    switch kind {
    case .frame(let position):
      frame.script = position
      frame.reported = reported
    case .named: frame.reported = reported
    case .native: frame.reported = ReportedSymbol(symbol: reported.symbol, file: "native")
    case .skipped(let count):
      frame.kind = .omitted
      frame.omittedCount = count
    }
    return frame
  }
}
