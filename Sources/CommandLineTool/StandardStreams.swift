internal import System

/// Standard output and standard error.
enum StandardStreams {
  /// Writes a result. A reader that went away ends the process as a signal would; any other failure is thrown.
  static func print(_ bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try FileSystem.write(bytes, to: 1)
    } catch {
      if error.isBrokenPipe { Environment.exit(ExitCode.brokenPipe) }
      throw error
    }
  }

  /// Writes one message with the program's name in front; there is nothing to be done when nobody can read it.
  static func report(_ message: String) { write(message: "symbolicate: " + message + "\n") }

  /// Writes text to standard error as it stands.
  static func write(message: String) { _ = try? FileSystem.write(Array(message.utf8), to: 2) }
}
