internal import SymbolStore

extension StoreCommand {
  /// `store list`.
  func list() -> Int32 {
    let entries = listing.entries()
    return show(entries, paths: false)
  }

  /// `store find`.
  func find() -> Int32 {
    var found: [DebugStore.Entry] = []
    var codes: [Int32] = []
    for word in operands {
      let entries = listing.entries(matching: DebugStore.Query(word, isPart: true))
      if entries.isEmpty { codes.append(sayNothingFound(word)) }
      found += entries
    }
    codes.append(show(found, paths: true))
    return ExitCode.worst(of: codes)
  }

  /// Reports that nothing has an ID or name. Returns the exit code.
  func sayNothingFound(_ word: String) -> Int32 {
    if !manners.isQuiet { StandardStreams.report("nothing in the store \(store.path) has the ID or name '\(word)'") }
    return ExitCode.unreadable
  }

  private func show(_ entries: [DebugStore.Entry], paths: Bool) -> Int32 {
    let lines = options.has(.json) ? entries.map { $0.record.listJSON(path: $0.path) } : StoreTable(entries, paths: paths).lines
    return printLines(lines)
  }
}
