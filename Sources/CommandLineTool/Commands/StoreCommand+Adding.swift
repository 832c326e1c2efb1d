internal import SymbolStore

extension StoreCommand {
  /// `store add`.
  func add() -> Int32 {
    var progress = Progress(total: 0, isShown: manners.showsProgress, unit: "files")
    let outcome = StoreIntake(store, mode: mode, jobs: jobs, system: options.system).add(operands) { done, total in
      progress.total = total
      progress.show(done: done)
    }
    progress.clear()
    for message in outcome.warnings + outcome.failures { StandardStreams.report(message) }
    let indexes = options.has(.noIndex) ? nil : buildIndexes(of: outcome.added)
    for failure in indexes?.failures ?? [] { StandardStreams.report(failure) }
    var lines: [String] = []
    if manners.isVerbose { lines += outcome.added.map { "added \($0.record.id) \($0.record.source)" } }
    if !manners.isQuiet || outcome.end != nil { lines.append(summary(outcome, indexes)) }
    var codes = [printLines(lines)]
    if let end = outcome.end { codes.append(fail(end)) }
    if !outcome.failures.isEmpty { codes.append(ExitCode.unreadable) }
    return ExitCode.worst(of: codes)
  }

  private var mode: DebugStore.AddingMode {
    if options.has(.indexOnly) { return .index(jobs: jobs) }
    return options.has(.link) ? .link : .copy
  }

  /// Builds the indexes of added files in the user's cache. Returns nil if there is no file that needs one.
  private func buildIndexes(of entries: [DebugStore.Entry]) -> StoreIndexing.Outcome? {
    let ids = StoreIndexing.worthwhile(entries)
    guard !ids.isEmpty else { return nil }
    var progress = Progress(total: ids.count, isShown: manners.showsProgress, unit: "indexes")
    let outcome = StoreIndexing(store, jobs: jobs).build(ids) { progress.show(done: $0) }
    progress.clear()
    return outcome
  }

  /// `names of 1 system added (iOS 26.1 (23B85) arm64e: 4,000 images, 15,000,000 functions), 142 MB`, or nil without any.
  private static func summary(ofSystems entries: [DebugStore.Entry]) -> String? {
    guard let first = entries.first else { return nil }
    var facts = ""
    if entries.count == 1, let cache = first.record.cache {
      let name = [first.record.system?.description ?? first.record.name, first.record.architecture?.name].compactMap { $0 }
      facts =
        " (\(name.joined(separator: " ")): \(counted(cache.images, "image")), \(counted(cache.names, "function"))"
        + (cache.gaps == nil ? ")" : ", partial)")
    }
    return "names of \(counted(entries.count, "system")) added\(facts), \(DebugFile.size(PrunePlan.size(entries)))"
  }

  private static func indexes(_ number: Int) -> String { counted(number, number == 1 ? "index" : "indexe") }

  private func summary(_ outcome: StoreIntake.Outcome, _ indexes: StoreIndexing.Outcome?) -> String {
    let isLinked = options.has(.link)
    let systems = outcome.added.filter { $0.record.contents == .system }
    let added = outcome.added.filter { $0.record.contents != .system }
    var parts = [Self.summary(ofSystems: systems)].compactMap { $0 }
    if systems.isEmpty || !added.isEmpty {
      let size = added.isEmpty || isLinked ? "" : ", " + DebugFile.size(PrunePlan.size(added))
      let files = options.has(.indexOnly) ? Self.indexes(added.count) : Self.counted(added.count, "debug file")
      parts.append("\(files) \(isLinked ? "linked" : "added")\(size)")
    }
    if outcome.present > 0 { parts.append("\(Self.counted(outcome.present, "file")) already there") }
    if outcome.passedOver > 0 { parts.append("\(Self.counted(outcome.passedOver, "other file")) skipped") }
    if let indexes, indexes.built > 0 {
      parts.append("\(Self.indexes(indexes.built)) built, \(DebugFile.size(indexes.size))")
    }
    return parts.joined(separator: "; ")
  }
}
