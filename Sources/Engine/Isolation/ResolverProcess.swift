internal import Synchronization
internal import System

/// A run of this program of its own that reads debug files for this one, so that a crash in it, or a file that shrinks while it
/// is mapped, or a damaged one that it never gets to the end of, costs one image and not the run. Started when it is first asked,
/// and again after it died.
///
/// The front of `Isolation`. `AddressResolver` is what the engine sees: `OwnResolver` answers in this process, `IsolatedResolver`
/// sends a `ResolverRequest` through this type to `ResolverService` in the other one and gets a `ResolverReply`. `MessageWriter`
/// and `MessageReader` put these into bytes.
final class ResolverProcess: Sendable {
  /// The process did not answer.
  struct Failure: Error {
    /// Why, as a clause about the debug files.
    let reason: String
    /// Whether it was ended because it took too long: then it is not asked again, which would take as long.
    var isHang = false

    /// What to say of a process that died, and how.
    static func death(_ how: String) -> Failure { Failure(reason: "the process that read it failed (\(how))") }
  }

  private struct State: ~Copyable {
    var child: ChildProcess?
  }

  private let state = Mutex(State(child: nil))
  private let program: String
  private let arguments: [String]
  private let patience: Int

  /// Debug files of so many bytes get another millisecond: an index of all of one may be built from a slow disk.
  private static let bytesInMillisecond = 4000

  /// A process that may use `jobs` threads. It is ended when it answers nothing for `patience` milliseconds, and longer for large
  /// files. Tests give another program for it.
  init(jobs: Int, patience: Int = 120_000, program: String = ChildProcess.ownProgram, arguments: [String]? = nil) {
    self.patience = patience
    self.program = program
    self.arguments = arguments ?? [ResolverService.command, String(jobs)]
  }

  /// Sends a request about files of so many bytes and waits for the reply. A process that dies of it is started again and asked once
  /// more: something else may have killed it.
  func ask(_ request: ResolverRequest, bytes: Int) throws(Failure) -> ResolverReply {
    try state.withLock { state throws(Failure) in
      do throws(Failure) {
        return try ask(request, bytes, &state)
      } catch {
        if error.isHang { throw error }
        return try ask(request, bytes, &state)
      }
    }
  }

  private func ask(_ request: ResolverRequest, _ bytes: Int, _ state: inout State) throws(Failure) -> ResolverReply {
    let child: ChildProcess
    if let running = state.child.take() { child = running } else { child = try start() }
    let patience = Int32(clamping: patience + bytes / Self.bytesInMillisecond)
    do throws(SystemError) {
      if let reply = try Self.exchange(request, with: child, patience: patience) {
        state.child = consume child
        return reply
      }
    } catch  where error.isTimeout {
      child.kill()
      throw Failure(reason: "reading it took longer than \(patience / 1000) seconds and was abandoned", isHang: true)
    } catch {
      throw .death(child.wait())
    }
    throw .death(child.wait())
  }

  private func start() throws(Failure) -> ChildProcess {
    do throws(SystemError) {
      return try ChildProcess(running: program, arguments)
    } catch {
      throw .death("it could not be started: \(error.message)")
    }
  }

  /// The reply; nil when the child has ended, or says what makes no sense.
  private static func exchange(
    _ request: ResolverRequest, with child: borrowing ChildProcess, patience: Int32
  ) throws(SystemError) -> ResolverReply? {
    try child.write(request.message, patience: patience)
    var message = IncomingMessage()
    while message.missing > 0 {
      let piece = try child.read(limit: message.missing, patience: patience)
      if piece.isEmpty { return nil }
      message.append(piece)
    }
    return try? ResolverReply(reading: message.contents)
  }
}
