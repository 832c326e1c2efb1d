internal import Synchronization
internal import System

/// Gives the pages of mapped files back to the system while they are read, so that a cache of 5 GB takes 66 MB of memory instead
/// of the 1.4 GB that are read of it. The pages stay in the system's cache of files; reading one again costs no disk access.
final class TouchedPages: Sendable {
  private let files: [MappedMemory]
  private let start: Int

  /// The number of bytes that reading may add to the process before pages are given back.
  private static let limit = 48 << 20

  /// Watches mappings.
  init(_ files: [MappedMemory]) {
    self.files = files
    start = ResidentMemory.size ?? 0
  }

  /// Gives the pages back if there are too many. Other threads may go on reading them.
  func limit() {
    guard let size = ResidentMemory.size, size - start > Self.limit else { return }
    for file in files { file.discard(file.headSize..<file.headSize + file.fileSize) }
  }
}

/// Limits the work on hostile caches, whose images share long names or tables.
final class NameBudget: Sendable {
  private let symbols = Atomic<Int>(NameBudget.symbolLimit)
  private let bytes: Atomic<Int>

  /// No image has more symbols.
  static let imageSymbolLimit = 4 << 20
  /// No cache has more; the largest of 2026 have about 15 million.
  private static let symbolLimit = 64 << 20

  /// A budget for a cache of this many bytes: names may be shared, but all together are not four times as long.
  init(bytes: Int) { self.bytes = Atomic(4 * bytes + 1 << 20) }

  /// Takes the symbols and the bytes of the names of an image. Returns false if the budget is used up.
  func take(symbols count: Int, bytes size: Int) -> Bool {
    symbols.subtract(count, ordering: .relaxed).newValue >= 0 && bytes.subtract(size, ordering: .relaxed).newValue >= 0
  }
}
