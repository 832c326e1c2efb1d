internal import SymbolModel
internal import SymbolStore
internal import System

/// `symbolicate store-words [--store DIR] WORD`, which the completion scripts run: prints IDs and names in the store that begin
/// with a text. Not a command for users, and not listed in help.
enum StoreWords {
  /// The command's name.
  static let command = "store-words"

  /// The maximum number of printed IDs; more are no help to choose from.
  private static let limit = 300

  /// Prints one candidate per line: the candidate, a tab and a description. Returns the exit code.
  static func run(_ words: ArraySlice<String>) -> Int32 {
    var rest = words
    var named: String?
    if rest.first == "--store" {
      rest.removeFirst()
      named = rest.popFirst()
    }
    guard let path = SearchPaths.storePath(named: named), rest.count <= 1 else { return ExitCode.usage }
    let listing = StoreListing(DebugStore(path: path), cacheFolder: SearchPaths.userCache, jobs: Environment.processorCount)
    let candidates = candidates(listing.entries(), word: rest.first ?? "")
    return StandardStreams.printResult(candidates.map { "\($0.word)\t\($0.text)\n" }.joined())
  }

  /// Returns names first, then IDs, each once.
  static func candidates(_ entries: [DebugStore.Entry], word: String) -> [(word: String, text: String)] {
    let lower = word.lowercased()
    var names: [String: Int] = [:]
    var ids: [(word: String, text: String)] = []
    for entry in entries {
      let record = entry.record
      if record.name.lowercased().hasPrefix(lower) { names[record.name, default: 0] += 1 }
      guard ids.count < limit, let id = spelling(of: record.id, as: word), ids.last?.word != id else { continue }
      let what = [record.name, record.bundle.versionText, record.architecture?.name].compactMap { $0 }
      ids.append((id, what.joined(separator: " ")))
    }
    return names.sorted { $0.key < $1.key }.map { ($0.key, StoreCommand.counted($0.value, "file")) } + ids
  }

  /// Returns the ID with or without dashes and in upper or lower case, in the same spelling as `word`, or nil if it does not
  /// begin with `word`.
  private static func spelling(of id: ImageID, as word: String) -> String? {
    [id.description, id.description.lowercased(), id.hex, id.hex.uppercased()].first { $0.hasPrefix(word) }
  }
}
