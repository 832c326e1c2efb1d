internal import DWARF
internal import DebugInfo
internal import ObjectFiles
internal import SymbolModel

/// Debug files that another process reads. This process reads their index itself, once there is one; what an index does not have, the
/// variables, remains for the other.
final class OutOfProcessResolver: AddressResolver {
  let textBase: LinkAddress
  var problems: [DebugFileProblem] { noticed + (indexed?.problems ?? []) }
  var failure: String? { death ?? indexed?.failure }

  private var noticed: [DebugFileProblem] = []
  private var death: String?
  private let files: [ObjectFile]
  private let slices: [ResolverRequest.Slice]
  private let bytes: Int
  private let process: ResolverProcess
  private let indexes: IndexPolicy
  private var indexed: DebugImage?
  private var mayBuild: Bool
  private let noteIndex: (@Sendable (Bool) -> Void)?

  /// Lets `process` read `files`, which hold one image. `indexed` is their index, or nil if there is none yet.
  init(
    _ files: [ObjectFile], _ process: ResolverProcess, indexes: IndexPolicy, indexed: sending DebugImage? = nil,
    noteIndex: (@Sendable (Bool) -> Void)? = nil
  ) {
    self.noteIndex = noteIndex
    self.indexed = indexed
    self.files = files
    slices = files.map { ResolverRequest.Slice(path: $0.path, offset: UInt64($0.bytes.base)) }
    bytes = files.reduce(0) { $0 + $1.bytes.count }
    textBase = IndexBuilder.textBase(of: files)
    self.process = process
    self.indexes = indexes
    mayBuild = indexes.builds
  }

  func resolve(_ addresses: [LinkAddress], names: NameStyle) -> [ResolvedAddress?] {
    if death == nil, indexed == nil {
      do throws(ResolverProcess.Failure) {
        if let answers = try ask(addresses, names) { return answers }
      } catch {
        death = error.reason
      }
    }
    return indexed?.resolve(addresses, names: names) ?? addresses.map { _ in nil }
  }

  /// The other process reads the files also where this one has their index.
  func pointers(_ questions: [PointerQuestion]) -> [PointerAnswer?] {
    let none: [PointerAnswer?] = questions.map { _ in nil }
    guard death == nil else { return none }
    var request = ResolverRequest(files: slices, buildsIndex: false, names: .short, addresses: [])
    request.pointers = questions
    do throws(ResolverProcess.Failure) {
      let answers = try process.ask(request, bytes: bytes).pointers
      return answers.count == questions.count ? answers : none
    } catch {
      death = error.reason
      return none
    }
  }

  func variables(_ question: ValueQuestion, names: NameStyle) -> [FrameVariable] {
    guard death == nil else { return [] }
    var request = ResolverRequest(files: slices, buildsIndex: false, names: names, addresses: [])
    request.values = question
    do throws(ResolverProcess.Failure) {
      return try process.ask(request, bytes: bytes).variables
    } catch {
      death = error.reason
      return []
    }
  }

  /// Returns the other process's answers, or nil if there is an index now.
  private func ask(_ addresses: [LinkAddress], _ names: NameStyle) throws(ResolverProcess.Failure) -> [ResolvedAddress?]? {
    var request = ResolverRequest(files: slices, buildsIndex: mayBuild, names: names, addresses: addresses)
    let builds = mayBuild
    if builds { noteIndex?(true) }
    defer { if builds { noteIndex?(false) } }
    mayBuild = false
    var reply = try process.ask(request, bytes: bytes)
    if reply.hasIndex {
      indexed = indexes.find(files)
      if indexed != nil { return nil }
      request.buildsIndex = false
      reply = try process.ask(request, bytes: bytes)
    }
    noticed = reply.problems
    if let failure = reply.failure { throw ResolverProcess.Failure(reason: failure) }
    guard reply.answers.count == addresses.count else {
      throw .death("invalid reply")
    }
    return reply.answers
  }
}
