internal import Glibc

/// What another program printed, and how it ended.
package struct ProgramRun: Sendable {
  /// Why there is no result.
  package enum Failure: Error, Hashable {
    /// The program cannot be started.
    case notStarted(SystemError)
    /// It did not end in time.
    case tooSlow
    /// It printed more than the limit.
    case tooLong
  }

  /// The bytes on standard output.
  package let output: [UInt8]
  /// The first bytes on standard error.
  package let errors: [UInt8]
  /// The exit status, or 128 and the number of the signal that ended it.
  package let status: Int32

  private static let maxErrors = 4096
  private static let pieceSize = 65_536

  /// Runs a program of `$PATH` to its end, with an empty standard input and with these variables alone (`NAME=value`). After `milliseconds`, or with
  /// more than `limit` bytes of output, it and what it has started is ended.
  package static func of(
    _ program: String, _ arguments: [String], variables: [String], limit: Int, milliseconds: Int64
  ) throws(Failure) -> ProgramRun {
    let output: (read: CInt, write: CInt)
    let errors: (read: CInt, write: CInt)
    do throws(SystemError) {
      output = try Self.pipe()
      do throws(SystemError) { errors = try Self.pipe() } catch {
        Self.close([output.read, output.write])
        throw error
      }
    } catch {
      throw .notStarted(error)
    }
    defer { Self.close([output.read, errors.read]) }
    let child = try start([program] + arguments, variables, output: output.write, errors: errors.write)
    do throws(Failure) {
      let texts = try collect(output.read, errors.read, limit: limit, until: Clock.sinceStart + milliseconds * 1_000_000)
      return ProgramRun(output: texts.output, errors: texts.errors, status: wait(for: child))
    } catch {
      _ = kill(-child, SIGKILL)
      _ = wait(for: child)
      throw error
    }
  }

  /// Reads both to their ends.
  private static func collect(
    _ output: CInt, _ errors: CInt, limit: Int, until end: Int64
  ) throws(Failure) -> (output: [UInt8], errors: [UInt8]) {
    var entries = [pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: errors, events: Int16(POLLIN), revents: 0)]
    var texts: [[UInt8]] = [[], []]
    while entries.contains(where: { $0.fd >= 0 }) {
      let left = (end - Clock.sinceStart) / 1_000_000
      guard left > 0 else { throw .tooSlow }
      guard unsafe poll(&entries, 2, CInt(min(left, 1000))) > 0 else { continue }
      for position in entries.indices where entries[position].fd >= 0 && entries[position].revents != 0 {
        let bytes = (try? FileSystem.readAvailable(from: entries[position].fd, limit: pieceSize)) ?? []
        // poll(2) passes over negative descriptors.
        if bytes.isEmpty { entries[position].fd = -1 }
        texts[position] += position == 0 ? bytes[...] : bytes.prefix(maxErrors - texts[1].count)
      }
      guard texts[0].count <= limit else { throw .tooLong }
    }
    return (texts[0], texts[1])
  }

  private static func wait(for child: pid_t) -> Int32 {
    var status: CInt = 0
    while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }

  /// Returns a pair of sockets that no other child inherits, whenever it is started: with pipe(2) it would keep this one open.
  private static func pipe() throws(SystemError) -> (read: CInt, write: CInt) {
    var ends: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError(errno, operation: "socketpair") }
    return (ends[0], ends[1])
  }

  private static func close(_ descriptors: [CInt]) { for descriptor in descriptors { _ = Glibc.close(descriptor) } }

  /// Starts the process, which leads a group of its own, and closes this process's ends for it.
  private static func start(
    _ words: [String], _ variables: [String], output: CInt, errors: CInt
  ) throws(Failure) -> pid_t {
    defer { close([output, errors]) }
    let spawn = Spawn(
      words: words, variables: variables, leadsGroup: true, endsAtBrokenPipe: true, input: .nothing,
      output: .descriptor(output), errors: .descriptor(errors))
    do throws(SystemError) { return try spawn.run() } catch { throw .notStarted(error) }
  }
}
