internal import CrashModel
internal import DWARF
internal import DebugInfo
internal import ObjectFiles
internal import SymbolModel
internal import SymbolStore
internal import Synchronization

/// The debug files of one image and their answers so far. Shared by all reports with the image, and by all threads.
final class ImageSymbols: Sendable {
  private struct State {
    var resolver: (any AddressResolver)?
    var answers = AnswerTable()
    var problemsTold = 0
    var functions: FunctionsByName?
    var pointers: [PointerQuestion: PointerAnswer?] = [:]
    var hasDWARF: Bool?
  }

  /// Whether the debug files have another ID than the image.
  let isMismatch: Bool
  /// The link-time address of the image's start, or nil without debug files.
  let textBase: LinkAddress?

  /// The debug files, or empty if there are none.
  let files: [ObjectFile]

  private let searchStatus: ImageStatus
  private let state: Mutex<State>

  /// The maximum number of cached answers; then all are dropped, so that memory does not grow with the number of reports.
  private static let answerLimit = 200_000

  /// The same for names of variables.
  private static let pointerLimit = 10_000

  /// An image with its debug files, for which `resolver` answers.
  init(_ files: [ObjectFile], _ resolver: sending any AddressResolver, status: ImageStatus, isMismatch: Bool = false) {
    self.files = files
    textBase = resolver.textBase
    state = Mutex(State(resolver: resolver))
    searchStatus = status
    self.isMismatch = isMismatch
  }

  /// An image without debug files.
  init(status: ImageStatus) {
    files = []
    textBase = nil
    state = Mutex(State(resolver: nil))
    searchStatus = status
    isMismatch = false
  }

  /// Ends what answers, such as a process. The answers so far stay.
  func end() { state.withLock { $0.resolver = nil } }

  /// Whether a debug file has debug information that names variables.
  var hasDWARF: Bool {
    state.withLock { state in
      let answer = state.hasDWARF ?? files.contains(where: \.hasDWARF)
      state.hasDWARF = answer
      return answer
    }
  }

  /// Whether the debug files are those of a 32-bit ARM processor.
  var isARM32: Bool { files.first?.architecture?.isARM32 == true }

  /// The status of the image for the report, with the problems of its debug files so far.
  var status: ImageStatus {
    guard textBase != nil else { return searchStatus }
    return state.withLock { state in
      guard let resolver = state.resolver else { return searchStatus }
      var status = searchStatus
      if let failure = resolver.failure {
        status.status = .damaged
        status.reason = .damaged(failure)
      }
      if !resolver.problems.isEmpty { status.damage = resolver.problems.map { "\($0.path): \($0)" } }
      return status
    }
  }

  /// Returns the same for one report's image. Systems of Apple's come without debug files: symbols are all that is expected. Whether
  /// an image is the app's may differ from report to report, and reports share the debug files.
  func status(for image: BinaryImage) -> ImageStatus {
    guard textBase != nil else { return searchStatus }
    var status = status
    guard status.status == .symbols, !image.inApp, !files.contains(where: { $0.container == .elf }) else { return status }
    status.status = .found
    status.reason = nil
    return status
  }

  /// Returns the problems of the debug files since the last call.
  func newProblems() -> [SearchWarning] {
    guard textBase != nil else { return [] }
    return state.withLock { state in
      guard let resolver = state.resolver else { return [] }
      var told = resolver.problems.map { SearchWarning(path: $0.path, reason: "\($0)") }
      if let failure = resolver.failure, let path = searchStatus.debugFiles.first {
        told.append(SearchWarning(path: path, reason: failure, isFailure: true, isPassing: true))
      }
      defer { state.problemsTold = told.count }
      return Array(told.dropFirst(state.problemsTold))
    }
  }

  /// Passes the functions of the debug files to `body`.
  func withFunctions<Result>(_ body: (FunctionsByName) -> sending Result) -> sending Result {
    state.withLock { state in
      let functions = state.functions ?? FunctionsByName(files)
      state.functions = functions
      return body(functions)
    }
  }

  /// Returns the names of variables behind pointers, one element per question, or nil where none is known.
  /// Many reports of a batch crash at one instruction: cached answers cost nothing.
  func pointers(_ questions: [PointerQuestion]) -> [PointerAnswer?] {
    state.withLock { state in
      if state.pointers.count > Self.pointerLimit { state.pointers = [:] }
      let wanted = questions.filter { state.pointers[$0] == nil }
      if !wanted.isEmpty, let resolver = state.resolver {
        for (question, answer) in zip(wanted, resolver.pointers(wanted)) { state.pointers[question] = .some(answer) }
      }
      return questions.map { state.pointers[$0] ?? nil }
    }
  }

  /// Returns the variables in scope at an instruction, or none if the debug files do not know its function.
  func variables(_ question: ValueQuestion, names: NameStyle) -> [FrameVariable] {
    state.withLock { $0.resolver?.variables(question, names: names) } ?? []
  }

  /// Returns the answers at offsets in the image, in the order given, nil where there is none, or no answers at all without a debug
  /// file. Cached answers cost nothing.
  func answers(at offsets: [ImageOffset], names: NameStyle) -> [ResolvedAddress?] {
    guard let textBase else { return [] }
    let addresses = offsets.map { $0.linkAddress(textBase: textBase) }
    return state.withLock { state in
      var wanted: [LinkAddress] = []
      var found = state.answers.find(addresses, unknown: &wanted)
      guard !wanted.isEmpty, let resolver = state.resolver else { return found }
      // What was found so far stays good.
      if state.answers.count > Self.answerLimit { state.answers = AnswerTable() }
      wanted = Set(wanted).sorted()
      for (address, answer) in zip(wanted, resolver.resolve(wanted, names: names)) { state.answers.add(answer, at: address) }
      for position in found.indices where found[position] == nil {
        found[position] = state.answers.answer(at: addresses[position])
      }
      return found
    }
  }
}
