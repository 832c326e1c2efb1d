internal import CrashModel
internal import DebugInfo
internal import SymbolModel
internal import SymbolStore

/// The debug files of one image, opened, and what they answered so far. Shared by all reports that hold the image.
final class ImageSymbols {
  /// What is said of the image in the report's answers, with what turned out to be wrong with its debug files so far.
  var status: ImageStatus {
    guard let problems = debugImage?.problems, !problems.isEmpty else { return searchStatus }
    var status = searchStatus
    let damage = problems.map { "\($0.path): \($0)" }
    status.reason = ([status.reason].compactMap { $0 } + damage).joined(separator: "; ")
    return status
  }
  /// Whether the debug files have another ID than the image.
  let isMismatch: Bool

  private let searchStatus: ImageStatus
  /// The opened debug files; nil when there are none.
  let debugImage: DebugImage?
  private var problemsTold = 0
  private var answers: [LinkAddress: ResolvedAddress?] = [:]

  /// An image with opened debug files.
  init(_ debugImage: DebugImage, status: ImageStatus, isMismatch: Bool = false) {
    self.debugImage = debugImage
    searchStatus = status
    self.isMismatch = isMismatch
  }

  /// An image without any.
  init(status: ImageStatus) {
    debugImage = nil
    searchStatus = status
    isMismatch = false
  }

  /// What turned out to be wrong with the debug files since the last call.
  func newProblems() -> [SearchWarning] {
    guard let problems = debugImage?.problems else { return [] }
    defer { problemsTold = problems.count }
    return problems.dropFirst(problemsTold).map { SearchWarning(path: $0.path, reason: "\($0)") }
  }

  /// The link-time address of the image's start.
  var textBase: LinkAddress? { debugImage?.textBase }

  /// Finds the answers for places in the image in one go; those that are known already cost nothing.
  func prepare(_ offsets: some Sequence<ImageOffset>, names: NameStyle) {
    guard let debugImage else { return }
    let wanted = Set(offsets.map { $0.linkAddress(textBase: debugImage.textBase) }).filter { answers[$0] == nil }.sorted()
    for (address, answer) in zip(wanted, debugImage.resolve(wanted, names: names)) { answers[address] = answer }
  }

  /// The prepared answer for a place; nil when there is none.
  func answer(at offset: ImageOffset) -> ResolvedAddress? {
    debugImage.flatMap { answers[offset.linkAddress(textBase: $0.textBase)] ?? nil }
  }
}
