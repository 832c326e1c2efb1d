internal import Synchronization
internal import System

/// A run of this program of its own that reads debug files for this one, so that a crash in it, or a file that shrinks while it is
/// mapped, costs one image and not the run. Started when it is first asked, and again after it died.
final class ResolverProcess: Sendable {
  /// The process died while it answered: how, as a clause.
  struct Death: Error {
    let reason: String
  }

  private struct State: ~Copyable {
    var child: ChildProcess?
  }

  private let state = Mutex(State(child: nil))
  private let jobs: Int

  /// A process that may use `jobs` threads.
  init(jobs: Int) { self.jobs = jobs }

  /// Sends a request and waits for the reply. One that dies of it is started again and asked once more: something else may have
  /// killed it.
  func ask(_ request: ResolverRequest) throws(Death) -> ResolverReply {
    try state.withLock { state throws(Death) in
      do throws(Death) {
        return try ask(request, &state)
      } catch {
        return try ask(request, &state)
      }
    }
  }

  private func ask(_ request: ResolverRequest, _ state: inout State) throws(Death) -> ResolverReply {
    let child: ChildProcess
    if let running = state.child.take() { child = running } else { child = try start() }
    guard let reply = Self.exchange(request, with: child) else { throw Death(reason: child.wait()) }
    state.child = consume child
    return reply
  }

  private func start() throws(Death) -> ChildProcess {
    do throws(SystemError) {
      return try ChildProcess(runningSelfWith: [ResolverService.command, String(jobs)])
    } catch {
      throw Death(reason: "it could not be started: \(error.message)")
    }
  }

  /// The reply; nil when the child is dying or gone.
  private static func exchange(_ request: ResolverRequest, with child: borrowing ChildProcess) -> ResolverReply? {
    guard (try? child.write(request.message)) != nil else { return nil }
    var message = IncomingMessage()
    while message.missing > 0 {
      guard let piece = try? child.read(limit: message.missing), !piece.isEmpty else { return nil }
      message.append(piece)
    }
    return try? ResolverReply(reading: message.contents)
  }
}

/// A message as it comes in, piece by piece: its length in bytes, as 32 bits, then its contents.
struct IncomingMessage {
  private var bytes: [UInt8] = []

  /// How many bytes may be read next without reading into the message that follows, at most 64 KB; 0 when it is complete.
  var missing: Int {
    if bytes.count < 4 { return 4 - bytes.count }
    let length = bytes[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
    return min(4 + length - bytes.count, 1 << 16)
  }

  /// What the message says, once nothing is missing.
  var contents: [UInt8] { Array(bytes.dropFirst(4)) }

  /// Adds bytes that were read.
  mutating func append(_ piece: [UInt8]) { bytes += piece }
}
