internal import DebugInfo
internal import ObjectFiles
internal import System

/// The other side of `ResolverProcess`: answers requests from standard input on standard output until the input ends.
package final class ResolverService {
  private let jobs: Int
  private var images: [[ResolverRequest.Slice]: DebugImage] = [:]

  private init(jobs: Int) { self.jobs = jobs }

  /// The argument that starts this service; it is not a command for users.
  package static let command = "serve-resolver"

  /// Runs the service with the words after its command: the number of threads, and `indexes` if it may write indexes; or `walls`, which
  /// prints what the process can do and should not. Returns the exit status.
  package static func run(_ words: [String]) -> Int32 {
    if words.first == ResolverLimits.wallsWord { return ResolverLimits.printBreaches() }
    return run(jobs: words.first.flatMap { Int($0) } ?? 1, ResolverLimits(writesIndexes: words.dropFirst().first == indexesWord))
  }

  /// The word that permits the service to write indexes.
  static let indexesWord = "indexes"

  /// Contains this process, which has one thread, and answers all requests with up to `jobs` threads. Returns the exit status: 1 if the
  /// asking process is gone.
  static func run(jobs: Int, _ limits: ResolverLimits) -> Int32 {
    limits.contain()
    let service = ResolverService(jobs: jobs)
    do throws(SystemError) {
      while let bytes = try nextMessage(), let request = try? ResolverRequest(reading: bytes) {
        try FileSystem.write(service.answer(request).message, to: 1)
      }
      return 0
    } catch {
      return 1
    }
  }

  /// Returns the contents of the next message on standard input, or nil at its end.
  private static func nextMessage() throws(SystemError) -> [UInt8]? {
    var message = IncomingMessage()
    while message.missing > 0 {
      let piece = try FileSystem.readAvailable(from: 0, limit: message.missing)
      if piece.isEmpty { return nil }
      message.append(piece)
    }
    return message.contents
  }

  private func answer(_ request: ResolverRequest) -> ResolverReply {
    var reply = ResolverReply()
    if request.buildsIndex, images[request.files] == nil, builtIndex(request) {
      reply.hasIndex = true
      return reply
    }
    do throws(ObjectFileError) {
      let image = try image(request)
      reply.answers = image.resolve(request.addresses, names: request.names)
      reply.pointers = image.pointers(request.pointers)
      if let question = request.values { reply.variables = image.variables(question, names: request.names) }
      reply.problems = image.problems
      reply.failure = image.failure
    } catch {
      reply.failure = "\(error)"
    }
    return reply
  }

  private func builtIndex(_ request: ResolverRequest) -> Bool {
    switch try? IndexPolicy.cached(builds: true).prepare(try files(request), jobs: jobs) {
    case .built, .present: true
    case .impossible, nil: false
    }
  }

  private func image(_ request: ResolverRequest) throws(ObjectFileError) -> DebugImage {
    if let known = images[request.files] { return known }
    let image = DebugImage(files: try files(request), jobs: jobs)
    images[request.files] = image
    return image
  }

  /// Opens the files. Throws for a file that the asking process could open.
  private func files(_ request: ResolverRequest) throws(ObjectFileError) -> [ObjectFile] {
    var files: [ObjectFile] = []
    for wanted in request.files {
      files += try ObjectFile.load(path: wanted.path).filter { UInt64($0.bytes.base) == wanted.offset }
    }
    return files
  }
}
