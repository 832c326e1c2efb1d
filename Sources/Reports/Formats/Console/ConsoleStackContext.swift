import CrashModel

/// What the few lines above a call stack in a text say about it: who prints it, and why.
struct ConsoleStackContext {
  /// The error of a sanitizer.
  private(set) var sanitizer: SanitizerText?
  /// The signal that a debugger reports.
  private(set) var signal: String?
  /// Whether the program printed the stack because it crashed.
  private(set) var isCrash = false
  /// The path or name of the program, as LLVM's tools print their arguments.
  private(set) var program: String?
  /// The error above a JavaScript stack: `TypeError: undefined is not an object`.
  private(set) var scriptError: (name: String, reason: String)?
  /// The text of the line above the stack, without the colon at its end.
  private(set) var heading: String?

  /// The maximum number of lines above a stack that are read.
  private static let reach = 8

  /// Reads the lines above the stack that begins at a line, as far as they come after the line `last`.
  init(_ log: LogText, above position: Int, after last: Int, isScript: Bool) {
    let lines = max(0, last + 1, position - Self.reach)..<position
    for line in lines.reversed() {
      let content = TextScan.trimmed(log.text, log.lines[line].range)
      guard !content.isEmpty else { continue }
      if heading == nil { heading = Self.heading(log.text, content, isNext: line == position - 1) }
      if isScript { readScriptError(log.text, content) } else { read(log.text, content) }
    }
  }

  private mutating func read(_ bytes: [UInt8], _ content: Range<Int>) {
    if sanitizer == nil { sanitizer = SanitizerText(bytes, content) }
    if signal == nil { signal = Self.signal(bytes, content) }
    if program == nil { program = Self.program(bytes, content) }
    for mark in Self.crashes where TextScan.find(bytes, content, mark) != nil { isCrash = true }
  }

  private mutating func readScriptError(_ bytes: [UInt8], _ content: Range<Int>) {
    let mark = "Error: "
    guard scriptError == nil, let found = TextScan.find(bytes, content, mark) else { return }
    var start = found
    while start > content.lowerBound, (65...90).contains(bytes[start - 1] & 0xdf) { start -= 1 }
    let end = found + mark.utf8.count
    guard let reason = TextScan.trimmedText(bytes, end..<content.upperBound) else { return }
    scriptError = (TextScan.text(bytes, start..<end - 2), reason)
  }

  private static let crashes = ["*** First throw call stack", "Stack dump:", "PLEASE submit a bug report"]

  /// `Program received signal SIGSEGV, Segmentation fault.`, `Program terminated with signal SIGABRT, Aborted.`
  private static func signal(_ bytes: [UInt8], _ content: Range<Int>) -> String? {
    for mark in [" received signal SIG", " terminated with signal SIG"] {
      guard let found = TextScan.find(bytes, content, mark) else { continue }
      var end = found + mark.utf8.count
      while end < content.upperBound, TextScan.isDigit(bytes[end]) || (65...90).contains(bytes[end]) { end += 1 }
      return TextScan.text(bytes, found + mark.utf8.count - 3..<end)
    }
    return nil
  }

  /// `0.	Program arguments: /usr/bin/clang -c a.c`
  private static func program(_ bytes: [UInt8], _ content: Range<Int>) -> String? {
    let mark = "Program arguments: "
    guard let found = TextScan.find(bytes, content, mark) else { return nil }
    let start = found + mark.utf8.count
    return TextScan.trimmedText(bytes, start..<TextScan.skipWord(bytes, start, content.upperBound))
  }

  /// `freed by thread T0 here:`, `Write of size 4 at 0x... by main thread:`. Lines of other writers may stand between a sanitizer's line
  /// and the stack.
  private static func heading(_ bytes: [UInt8], _ content: Range<Int>, isNext: Bool) -> String? {
    let isColon = bytes[content.upperBound - 1] == UInt8(ascii: ":")
    let text = content.lowerBound..<content.upperBound - (isColon ? 1 : 0)
    guard text.count <= 160, !TextScan.hasPrefix(bytes, text, "=="), TextScan.find(bytes, text, "Sanitizer: ") == nil else {
      return nil
    }
    let isAccess = TextScan.find(bytes, text, " of size ") != nil && TextScan.find(bytes, text, " at 0x") != nil
    let isMemory = isColon && TextScan.find(bytes, text, " by thread T") != nil
    return isAccess || isMemory || (isNext && isColon) ? TextScan.trimmedText(bytes, text) : nil
  }
}
