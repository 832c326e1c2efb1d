internal import CrashModel
internal import Redaction
internal import Rendering
internal import Synchronization
internal import System

/// Standard output and standard error.
enum StandardStreams {
  private static let redactor = Mutex<Redactor?>(nil)

  /// Replaces secrets in all messages from now on.
  static func hide(with redactor: Redactor?) { self.redactor.withLock { $0 = redactor } }

  /// Writes a result. If the reader went away, the process ends as by the signal; any other failure is thrown.
  static func print(_ bytes: [UInt8]) throws(SystemError) { try print(bytes.span) }

  /// Does the same for bytes in memory.
  static func print(_ bytes: Span<UInt8>) throws(SystemError) {
    do throws(SystemError) {
      try FileSystem.write(bytes, to: 1)
    } catch {
      if error.isBrokenPipe { Environment.exit(ExitCode.brokenPipe) }
      throw error
    }
  }

  /// Prints text as the result of a command. Returns the exit code.
  static func printResult(_ text: String) -> Int32 { printResult(Array(text.utf8)) }

  /// Prints bytes as the result of a command. Returns the exit code.
  static func printResult(_ bytes: [UInt8]) -> Int32 {
    do throws(SystemError) {
      try print(bytes)
      return ExitCode.success
    } catch {
      report("standard output: \(error.message)")
      return ExitCode.unwritable
    }
  }

  /// Writes one message with the program's name in front.
  static func report(_ message: String) { say(lines: ["symbolicate: " + message]) }

  /// Writes messages to standard error, one line each, even if names and reports in them contain line ends.
  static func say(lines: [String]) { say(lines.map { TerminalText.line($0) + "\n" }.joined()) }

  /// Writes lines to standard error. Control characters in them, which names and reports may contain, are made visible. Failures
  /// are ignored, because they could only be reported on standard error.
  static func say(_ lines: String) {
    let lines = redactor.withLock { $0 }?.redact(lines) ?? lines
    let inert = WorkflowLog.isWritten ? WorkflowLog.inert(lines) : lines
    _ = try? FileSystem.write(folded(TerminalText.visible(FileName.visible(Array(inert.utf8)))), to: 2)
  }

  /// Returns lines wrapped between words if they go to a terminal.
  private static func folded(_ lines: [UInt8]) -> [UInt8] {
    guard Environment.isTerminal(2), let width = Environment.terminalColumns(of: 2) else { return lines }
    let text = String(decoding: lines, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return Array(text.flatMap { String($0).folded(to: width) }.joined(separator: "\n").utf8)
  }

  /// Writes text with its control characters to standard error, which is a terminal.
  static func draw(_ text: String) { _ = try? FileSystem.write(Array(text.utf8), to: 2) }
}
