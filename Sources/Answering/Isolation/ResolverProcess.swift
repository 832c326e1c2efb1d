internal import Synchronization
internal import System

/// A child process, another run of this program, that reads debug files for this one. If it crashes, or a file shrinks while it
/// is mapped, or reading a damaged file does not end, only one image is lost and not the run. The process starts with the first
/// request, and again after it died.
///
/// The front of `Isolation`. `AddressResolver` is the engine's interface: `InProcessResolver` answers in this process,
/// `OutOfProcessResolver` sends a `ResolverRequest` through this type to `ResolverService` in the other one and gets a
/// `ResolverReply`. `MessageWriter` and `MessageReader` convert these to bytes and back.
final class ResolverProcess: Sendable {
  /// The process did not answer.
  struct Failure: Error {
    /// The reason, as a clause about the debug files.
    let reason: String
    /// Whether a second request would fail in the same way: the first took too long, or too much memory.
    var isFinal = false

    /// Describes how a process ended.
    static func death(_ how: String) -> Failure { Failure(reason: "the process that read it failed (\(how))") }
  }

  private struct State: ~Copyable {
    var child: ChildProcess?
  }

  private let state = Mutex(State(child: nil))
  private let program: String
  private let arguments: [String]
  private let jobs: Int
  private let timeout: Int

  /// Debug files get another millisecond per this many bytes: an index of a whole file may be built from a slow disk.
  private static let bytesInMillisecond = 4000

  /// A process that may use `jobs` threads, and write indexes with `buildsIndexes`. It is ended if it does not answer for `timeout`
  /// milliseconds, and longer for large files. Tests pass another program.
  init(
    jobs: Int, buildsIndexes: Bool = false, timeout: Int = ResolverLimits.milliseconds,
    program: String = ChildProcess.ownProgram, arguments: [String]? = nil
  ) {
    self.jobs = jobs
    self.timeout = timeout
    self.program = program
    self.arguments =
      arguments ?? [ResolverService.command, String(jobs)] + (buildsIndexes ? [ResolverService.indexesWord] : [])
  }

  /// Starts the process now, while this one reads the report. A copy of this process would start sooner, but Swift's runtime remembers the
  /// numbers of threads, so that the threads of a copy may wait for each other forever.
  func startEarly() { state.withLock { state in state.child = try? start() } }

  /// Sends a request about files of this many bytes and waits for the reply. If the process ends, it is restarted and gets the
  /// request once more: something else may have ended it.
  func ask(_ request: ResolverRequest, bytes: Int) throws(Failure) -> ResolverReply {
    try state.withLock { state throws(Failure) in
      do throws(Failure) {
        return try ask(request, bytes, &state)
      } catch {
        if error.isFinal { throw error }
        return try ask(request, bytes, &state)
      }
    }
  }

  private func ask(_ request: ResolverRequest, _ bytes: Int, _ state: inout State) throws(Failure) -> ResolverReply {
    let child: ChildProcess
    if let running = state.child.take() { child = running } else { child = try start() }
    let timeout = Int32(clamping: timeout + bytes / Self.bytesInMillisecond)
    do throws(SystemError) {
      if let reply = try Self.exchange(request, with: child, timeout: timeout) {
        state.child = consume child
        return reply
      }
    } catch  where error.isTimeout {
      child.kill()
      throw Failure(reason: "reading it took longer than \(timeout / 1000) seconds and was abandoned", isFinal: true)
    } catch {
      throw Self.failure(child.wait())
    }
    throw Self.failure(child.wait())
  }

  /// Returns the failure of a process that ended.
  private static func failure(_ ending: ChildProcess.Ending) -> Failure {
    guard ending.status == Containment.memoryStatus else { return .death(ending.words) }
    let limit = ResolverLimits.memory >> 20
    return Failure(
      reason: "reading it needs more than \(limit) MB of memory; set \(ResolverLimits.memoryVariable) to more", isFinal: true)
  }

  private func start() throws(Failure) -> ChildProcess {
    do throws(SystemError) {
      // What Swift's runtime says of its end is for us: the user gets one line about the image.
      return try ChildProcess(running: program, arguments, isSilent: true)
    } catch {
      throw .death("it could not be started: \(error.message)")
    }
  }

  /// Returns the reply, or nil if the child has ended or the reply is invalid.
  private static func exchange(
    _ request: ResolverRequest, with child: borrowing ChildProcess, timeout: Int32
  ) throws(SystemError) -> ResolverReply? {
    try child.write(request.message, timeout: timeout)
    var message = IncomingMessage()
    while message.missing > 0 {
      let piece = try child.read(limit: message.missing, timeout: timeout)
      if piece.isEmpty { return nil }
      message.append(piece)
    }
    return try? ResolverReply(reading: message.contents)
  }
}
