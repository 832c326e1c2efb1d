/// Lines that announce a call stack on a console.
enum ConsoleTitle {
  /// Returns what a line announces, or nil for any other line. `content` is the line without blanks around it.
  static func read(_ bytes: [UInt8], _ content: Range<Int>) -> ConsoleReader.Title? {
    if let header = thread(bytes, content) { return header }
    if TextScan.find(bytes, content, "Current stack trace:") != nil { return .startsOfFunctions }
    for mark in recorded where TextScan.find(bytes, content, mark) != nil { return .recorded }
    return nil
  }

  /// Returns whether a line is only a bracket or fence around a stack.
  static func isBracket(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    guard content.count <= 8, let first = content.first else { return false }
    switch bytes[first] {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "`"): return true
    default: return false
    }
  }

  private static let recorded = [
    "call stack", "Call stack", "Callstack", "callStackSymbols", "stack trace", "Stack trace", "Stack dump", "backtrace:",
    "Backtrace:",
    "received signal",
  ]

  /// `Thread 0 Crashed:`, `Thread 3 name: worker`, `Backtrace of Thread 771:`, `Stack trace of thread 41:`.
  private static func thread(_ bytes: [UInt8], _ content: Range<Int>) -> ConsoleReader.Title? {
    if let header = AppleTextThreadHeader(bytes, content), header.role == .stack || header.role == .name {
      return .thread(header.index, name: header.name.map { TextScan.text(bytes, $0) }, crashed: header.crashed)
    }
    guard let last = content.last, bytes[last] == UInt8(ascii: ":") else { return nil }
    for mark in ["Backtrace of Thread ", "Backtrace of thread ", "Stack trace of thread "] {
      guard let start = TextScan.find(bytes, content, mark) else { continue }
      let rest = start + mark.utf8.count..<last
      let number = TextScan.decimal(bytes, rest.lowerBound, rest.upperBound)
      return .thread(number.flatMap { Int(exactly: $0.value) } ?? 0, name: nil, crashed: false)
    }
    return nil
  }
}
