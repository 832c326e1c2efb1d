internal import SymbolStore
internal import Synchronization
internal import System

extension StoreCommand {
  /// `store remove`.
  func remove() -> Int32 {
    var codes: [Int32] = []
    let listing = listing
    for word in operands {
      let entries = listing.entries(matching: DebugStore.Query(word))
      guard !entries.isEmpty else {
        codes.append(sayNothingFound(word))
        continue
      }
      codes.append(remove(entries.map { ($0, nil) }, leftovers: []))
    }
    codes.append(tell(listing.unread.failures))
    return ExitCode.worst(of: codes)
  }

  /// `store prune`.
  func prune() -> Int32 {
    var limits = PrunePlan.Limits()
    limits.maxSize = options.limits.maxSize
    limits.addedBefore = options.limits.olderThan.map { Clock.now / 1_000_000_000 - $0 }
    limits.keepLast = options.limits.keepLast
    let listing = listing
    let plan = PrunePlan(listing.entries(), limits)
    let removed = remove(plan.removed, leftovers: store.leftovers(jobs: jobs))
    return ExitCode.worst(of: [removed, tell(listing.unread.failures)])
  }

  /// `store verify`.
  func verify() -> Int32 {
    let progress = Mutex(Progress(total: 0, isShown: manners.showsProgress, unit: "directories"))
    let result = store.verify(jobs: jobs) { done, total in
      progress.withLock { progress in
        progress.total = total
        progress.show(done: done)
      }
    }
    progress.withLock { $0.clear() }
    var lines = result.flaws.map { flaw in
      "\(flaw.kind.rawValue): \(flaw.path): \(flaw.reason)" + (flaw.id.map { " (\($0))" } ?? "")
    }
    if !manners.isQuiet {
      let bad =
        result.flaws.isEmpty
        ? result.unread.isEmpty ? "all intact" : "no problems in these" : "\(result.flaws.count) with problems"
      lines.append("\(Self.counted(result.entries, "debug file")) read, \(bad)")
      if !result.flaws.isEmpty { lines.append("remove such files with 'store remove ID', then add them again") }
    }
    let verdict = result.flaws.isEmpty ? ExitCode.success : ExitCode.unreadable
    return ExitCode.worst(of: [printLines(lines), verdict, tell(result.unread)])
  }

  private func remove(_ entries: [(entry: DebugStore.Entry, reason: String?)], leftovers: [String]) -> Int32 {
    let isDry = options.has(.dryRun)
    var gone: [DebugStore.Entry] = []
    var codes: [Int32] = []
    do throws(StoreError) {
      for (entry, _) in entries {
        if !isDry { try store.remove(entry) }
        gone.append(entry)
      }
      if !isDry { try store.remove(leftovers: leftovers) }
    } catch {
      codes.append(fail(error))
    }
    let verb = isDry ? "would remove" : "removed"
    var lines = zip(gone, entries).map { entry, planned in
      let record = entry.record
      let what = [record.name, record.bundle.versionText].compactMap { $0 }.joined(separator: " ")
      return "\(verb) \(record.id) \(what)" + (planned.reason.map { ", \($0)" } ?? "")
    }
    if !manners.isQuiet {
      let left = leftovers.isEmpty ? "" : "; \(Self.counted(leftovers.count, "leftover")) of interrupted runs"
      lines.append("\(verb) \(Self.counted(gone.count, "debug file")), \(DebugFile.size(PrunePlan.size(gone)))\(left)")
    }
    return ExitCode.worst(of: codes + [printLines(lines)])
  }
}
