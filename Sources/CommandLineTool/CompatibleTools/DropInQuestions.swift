internal import CrashModel
internal import System

/// The questions of a drop-in command, from its arguments or from standard input, and their answers.
enum DropInQuestions {
  /// The longest line of standard input that is a question.
  private static let longestLine = 1 << 20
  /// The number of output bytes that are collected before they are written.
  private static let outputSize = 64 << 10

  /// Prints the answer to each question. Returns the exit code.
  static func answer(_ questions: [String], _ append: (String, inout [UInt8]) -> Void) -> Int32 {
    var output: [UInt8] = []
    return code { () throws(SystemError) in
      for question in questions {
        append(question, &output)
        if output.count > outputSize { try print(&output) }
      }
      try print(&output)
    }
  }

  /// Prints the answer to each line of standard input before waiting for the next one, so that another program may ask one by one.
  /// `count` is the number of lines so far. Returns the exit code.
  static func answerStandardInput(count: inout Int, _ append: (String, inout [UInt8]) -> Void) -> Int32 {
    var source = LineSource(limit: longestLine, keepsBlankLines: true)
    var output: [UInt8] = []
    var lines = 0
    let code = code { () throws(SystemError) in
      while let line = source.next() {
        lines += 1
        append(FileName.text(of: line.bytes ?? []), &output)
        if !source.hasLine || output.count > outputSize { try print(&output) }
      }
      try print(&output)
      if let failure = source.failure { throw failure }
    }
    count = lines
    return code
  }

  private static func code(_ work: () throws(SystemError) -> Void) -> Int32 {
    do throws(SystemError) {
      try work()
      return ExitCode.success
    } catch {
      let isInput = error.operation == "read"
      StandardStreams.report("\(isInput ? "standard input" : "standard output"): \(error.message)")
      return isInput ? ExitCode.unreadable : ExitCode.unwritable
    }
  }

  private static func print(_ output: inout [UInt8]) throws(SystemError) {
    guard !output.isEmpty else { return }
    // What is not an address is printed unchanged, except on a terminal.
    try StandardStreams.print(Environment.isTerminal(1) ? TerminalText.visible(output) : output)
    output.removeAll(keepingCapacity: true)
  }
}
