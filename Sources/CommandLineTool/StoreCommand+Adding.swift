internal import SymbolStore

extension StoreCommand {
  /// `store add`.
  func add() -> Int32 {
    var progress = Progress(total: 0, isShown: manners.showsProgress, unit: "files")
    let outcome = StoreIntake(store, mode: options.has(.link) ? .link : .copy, jobs: jobs).add(operands) { done, total in
      progress.total = total
      progress.show(done: done)
    }
    progress.clear()
    for message in outcome.warnings + outcome.failures { StandardStreams.report(message) }
    var lines: [String] = []
    if manners.isVerbose { lines += outcome.added.map { "added \($0.record.id) \($0.record.source)" } }
    if !manners.isQuiet || outcome.end != nil { lines.append(summary(outcome)) }
    var codes = [printLines(lines)]
    if let end = outcome.end { codes.append(fail(end)) }
    if !outcome.failures.isEmpty { codes.append(ExitCode.unreadable) }
    return ExitCode.worst(of: codes)
  }

  private func summary(_ outcome: StoreIntake.Outcome) -> String {
    let size = StoreTable.size(PrunePlan.size(outcome.added))
    var parts = ["\(Self.counted(outcome.added.count, "debug file")) added\(outcome.added.isEmpty ? "" : ", \(size)")"]
    if outcome.present > 0 { parts.append("\(Self.counted(outcome.present, "file")) there already") }
    if outcome.passedOver > 0 { parts.append("\(Self.counted(outcome.passedOver, "other file")) passed over") }
    return parts.joined(separator: "; ")
  }
}
