internal import DebugInfo
internal import ObjectFiles
internal import SymbolModel
internal import System

/// The results of one search so far.
struct Search {
  /// The image.
  let query: ImageQuery
  /// The slices with the right ID, in the order of the search.
  var found: [ObjectFile] = []
  /// The best index of a store with the right ID.
  private(set) var index: StoredIndex?
  /// The image, or the whole cache with its ID, in a container of the store.
  var system: SystemImage?
  /// The searched paths.
  var lookedIn: [String] = []

  private var nearMisses: [DebugFile] = []
  private var damaged: [SearchWarning] = []
  private var seen: Set<[UInt64]> = []
  /// The possible names of the image's files.
  let names: [String]

  init(query: ImageQuery) {
    self.query = query
    let fileName = query.path.map { Path.lastComponent(of: $0) }
    names = [query.name, fileName == query.name ? nil : fileName].compactMap { $0 }
  }

  /// Whether debug information was found, which is the best result.
  var hasDWARF: Bool { found.contains { $0.contentRank == .dwarf } }

  /// Whether nothing was found that knows the lines of the image.
  var wantsMore: Bool {
    index == nil && system == nil && !found.contains { $0.contentRank >= .breakpad }
  }

  /// Records an index.
  mutating func add(_ new: StoredIndex) {
    if new.quality > index?.quality ?? 0 { index = new }
  }

  /// Whether an ELF file was found.
  var sawELF: Bool { found.contains { $0.container == .elf } }

  /// Records a file. Returns false if it was recorded before, under any path.
  mutating func isNew(_ status: FileSystem.Status) -> Bool { seen.insert([status.device, status.inode]).inserted }

  /// Records the files of a search path that have the image's name and another ID.
  mutating func addNearMisses(_ scan: FolderScan) {
    for name in names {
      for position in scan.positionsByName[name] ?? [] {
        let file = scan.files[position]
        if file.id != nil, file.id != query.id, !nearMisses.contains(file) { nearMisses.append(file) }
      }
      damaged += (scan.damagedByName[name] ?? []).map { scan.damaged[$0] }
    }
  }

  /// Records files of a store that have one of the image's names; called if none has its ID.
  mutating func addNearMisses(_ files: [DebugFile]) { nearMisses += files.filter { !nearMisses.contains($0) } }

  /// The result.
  var match: SymbolMatch {
    if let index, index.quality > 2 * (found.map(\.contentRank.rawValue).max() ?? 0) { return .indexed(index, complementary) }
    if let system, found.allSatisfy({ $0.contentRank < .symbols }) { return .system(system, complementary) }
    if !found.isEmpty { return .found(complementary) }
    if let file = damaged.first { return .damaged(path: file.path, reason: file.reason) }
    if !nearMisses.isEmpty { return .mismatched(sortedNearMisses, lookedIn: lookedIn) }
    return .absent(lookedIn: lookedIn)
  }

  /// One file of every kind and content, the best content first: copies add nothing.
  private var complementary: [ObjectFile] {
    let ranked = found.enumerated().sorted { ($1.element.contentRank, $0.offset) < ($0.element.contentRank, $1.offset) }
    var kinds: Set<String> = []
    return ranked.map(\.element).filter { kinds.insert("\($0.contentRank.rawValue) \($0.kind.rawValue)").inserted }
  }

  /// The maximum number of near misses: a store may have hundreds of builds of an app.
  private static let maxNearMisses = 20

  /// Of a file with several slices, only the one of the image's architecture, if it has one; the latest build of a store first.
  private var sortedNearMisses: [DebugFile] {
    let same = nearMisses.filter { query.architecture == nil || $0.architecture == query.architecture }
    let others = nearMisses.filter { other in !same.contains { $0.path == other.path } }
    let byContent = { (left: DebugFile, right: DebugFile) in
      (left.contentRank, left.record?.modified ?? 0) > (right.contentRank, right.record?.modified ?? 0)
    }
    return Array((same.sorted(by: byContent) + others.sorted(by: byContent)).prefix(Self.maxNearMisses))
  }
}
