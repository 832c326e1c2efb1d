internal import Glibc

/// A child process, either another program or another run of this one, with pipes to its standard input and output. The child
/// sees the end of its input, and should then end, when the owner goes away, even if the owner's process crashes.
package struct ChildProcess: ~Copyable {
  private let identifier: pid_t
  private let input: CInt
  private let output: CInt
  private let isGroup: Bool

  /// The program that is running.
  package static var ownProgram: String { Environment.programPath }

  /// Starts a program at a path, or of `$PATH` (posix_spawnp(3)); standard error is shared unless it `isSilent`. `variables` are added to
  /// the environment. With `inGroup` the program and what it starts are one group of processes, which `kill` ends.
  package init(
    running program: String, _ arguments: [String], variables: [String: String] = [:], inGroup: Bool = false,
    isSilent: Bool = false
  ) throws(SystemError) {
    try self.init(
      Spawn(
        words: [program] + arguments, variables: variables.map { "\($0.key)=\($0.value)" }, inheritsVariables: true,
        leadsGroup: inGroup, errors: isSilent ? .nothing : .shared))
  }

  /// Starts a program of `$PATH` with these variables alone (`NAME=value`), in a group of its own, and without standard error.
  package init(alone program: String, _ arguments: [String], variables: [String]) throws(SystemError) {
    try self.init(Spawn(words: [program] + arguments, variables: variables, leadsGroup: true, errors: .nothing))
  }

  private init(_ start: Spawn) throws(SystemError) {
    isGroup = start.leadsGroup
    let toChild = try Self.socketPair()
    let fromChild: (read: CInt, write: CInt)
    do throws(SystemError) {
      // Programs may open /dev/stdout, which a socket does not allow; but other children inherit a pipe that is just being made.
      fromChild = try start.inheritsVariables ? Self.pipe() : Self.socketPair()
    } catch {
      Self.close(toChild.read, toChild.write)
      throw error
    }
    defer { Self.close(toChild.read, fromChild.write) }
    var start = start
    start.input = .descriptor(toChild.read)
    start.output = .descriptor(fromChild.write)
    do throws(SystemError) {
      identifier = try start.run()
    } catch {
      Self.close(toChild.write, fromChild.read)
      throw error
    }
    (input, output) = (toChild.write, fromChild.read)
  }

  deinit {
    Self.close(input, output)
    _ = waitpid(identifier, nil, 0)
  }

  /// Writes all bytes to the child's standard input. Throws EPIPE if the child has ended, and ETIMEDOUT if it reads nothing for
  /// `timeout` milliseconds.
  package func write(_ bytes: [UInt8], timeout: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      try FileSystem.wait(for: input, toTake: true, milliseconds: timeout)
      rest = rest.dropFirst(try Self.send(rest, to: input))
    }
  }

  /// Returns the bytes that the child has written, at most `limit`, after waiting for the first one, or none if the child has
  /// ended. Throws ETIMEDOUT if none arrive for `timeout` milliseconds.
  package func read(limit: Int, timeout: Int32) throws(SystemError) -> [UInt8] {
    try FileSystem.wait(for: output, milliseconds: timeout)
    return try FileSystem.readAvailable(from: output, limit: limit)
  }

  /// Ends the child immediately, whatever it is doing (SIGKILL).
  package consuming func kill() {
    _ = Glibc.kill(isGroup ? -identifier : identifier, SIGKILL)
    wait()
  }

  /// Ends the child's input.
  package func endInput() { _ = shutdown(input, CInt(SHUT_WR)) }

  /// Waits at most this long for the child to end, and else ends it. Returns its exit status, or nil if it ended in another way.
  package consuming func status(within milliseconds: Int) -> Int32? {
    var (status, waited): (CInt, Int) = (0, 0)
    while unsafe waitpid(identifier, &status, WNOHANG) == 0 {
      if waited >= milliseconds {
        kill()
        return nil
      }
      usleep(5_000)
      waited += 5
    }
    Self.close(input, output)
    discard self
    return status & 0x7f == 0 ? (status >> 8) & 0xff : nil
  }

  /// How a child ended.
  package struct Ending: Sendable {
    /// The exit status, or nil if a signal ended it.
    package let status: Int32?
    /// One clause.
    package let words: String
  }

  /// Waits for the child to end.
  @discardableResult
  package consuming func wait() -> Ending {
    Self.close(input, output)
    var status: CInt = 0
    while unsafe waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    discard self
    let signal = status & 0x7f
    let exit = (status >> 8) & 0xff
    guard signal != 0 else { return Ending(status: exit, words: "exit status \(exit)") }
    let name = unsafe strsignal(signal).map { unsafe String(cString: $0) }
    return Ending(status: nil, words: "signal \(signal)" + (name.map { ", \($0)" } ?? ""))
  }

  /// Sends as many bytes as possible without waiting (send(2)) and returns their number, which may be 0. A child that has ended
  /// raises no SIGPIPE, and one that reads nothing does not block the owner.
  private static func send(_ bytes: ArraySlice<UInt8>, to socket: CInt) throws(SystemError) -> Int {
    let flags = CInt(MSG_NOSIGNAL | MSG_DONTWAIT)
    let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.send(socket, $0.baseAddress, $0.count, flags) }
    if count >= 0 { return count }
    if errno == EAGAIN || errno == EINTR { return 0 }
    throw SystemError(errno, operation: "send")
  }

  private static func socketPair() throws(SystemError) -> (read: CInt, write: CInt) {
    var ends: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError(errno, operation: "socketpair") }
    return (ends[0], ends[1])
  }

  private static func pipe() throws(SystemError) -> (read: CInt, write: CInt) {
    var ends: [CInt] = [0, 0]
    guard unsafe Glibc.pipe(&ends) == 0 else { throw SystemError(errno, operation: "pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func close(_ descriptors: CInt...) {
    for descriptor in descriptors { _ = Glibc.close(descriptor) }
  }
}
