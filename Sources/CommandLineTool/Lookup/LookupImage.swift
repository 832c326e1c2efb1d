internal import DebugInfo
internal import ObjectFiles
internal import SymbolModel
internal import Synchronization
internal import System

/// A debug file that `lookup` asks, one thread at a time.
final class LookupImage: Sendable {
  private let image: Mutex<DebugImage>
  /// Whether answers came from an index when it was opened.
  let isIndexed: Bool
  /// The link-time address that corresponds to the image's load address.
  let textBase: LinkAddress

  /// Opens files. The process keeps the image until it ends: to free its names one by one takes a tenth of 10,000 answers from an index.
  init(_ files: [ObjectFile], _ policy: IndexPolicy, jobs: Int) {
    let opened = policy.open(files, jobs: jobs)
    (isIndexed, textBase) = (opened.isIndexed, opened.textBase)
    image = Mutex(opened)
    Environment.keepUntilExit(self)
  }

  /// Answers from the index of another one, for another thread. Returns nil if that has none.
  init?(sharing other: LookupImage) {
    guard let opened = other.image.withLock({ $0.sharingIndex() }) else { return nil }
    (isIndexed, textBase) = (true, opened.textBase)
    image = Mutex(opened)
    Environment.keepUntilExit(self)
  }

  /// The reason why there are no more answers, as a clause, or nil while there are.
  var failure: String? { image.withLock { $0.failure } }
  /// The first of the files.
  var path: String? { image.withLock { $0.files.first?.path } }
  /// Problems of the files so far: a path, and what is wrong.
  var problems: [String] { image.withLock { image in image.problems.map { "\($0.path): \($0)" } } }

  /// Returns the answers for addresses, one each, or nil after a failure.
  func answers(_ addresses: [LinkAddress], _ names: NameStyle) -> [ResolvedAddress?]? {
    image.withLock { image in
      let answers = image.resolve(addresses, names: names, lineZero: .asRecorded)
      return image.failure == nil ? answers : nil
    }
  }
}
