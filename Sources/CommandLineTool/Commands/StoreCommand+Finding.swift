internal import SymbolStore

extension StoreCommand {
  /// `store list`.
  func list() -> Int32 {
    let listing = listing
    let shown = show(listing.entries(), paths: false)
    return ExitCode.worst(of: [shown, tell(listing.unread.failures)])
  }

  /// `store find`.
  func find() -> Int32 {
    var found: [DebugStore.Entry] = []
    var codes: [Int32] = []
    let listing = listing
    for word in operands {
      let entries = listing.entries(matching: DebugStore.Query(word, isPart: true))
      let images = store.systemImages(matching: word)
      if entries.isEmpty, images.isEmpty { codes.append(sayNothingFound(word)) }
      found += entries
      codes.append(printLines(images.map { options.has(.json) ? $0.json : $0.line }))
    }
    codes.append(show(found, paths: true))
    codes.append(tell(listing.unread.failures))
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

  /// `store export`.
  func export() -> Int32 {
    let build = options.system.build ?? ""
    let entries = store.systems().filter { entry in
      guard entry.record.system?.build.lowercased() == build.lowercased() else { return false }
      return options.architecture.map { $0 == entry.record.architecture?.name } ?? true
    }
    guard let entry = entries.first, let path = operands.first else {
      StandardStreams.report(
        "the store \(store.path) has no symbols of the system build '\(build)'; 'store list' shows what it has")
      return ExitCode.unreadable
    }
    guard entries.count == 1 else {
      let names = entries.compactMap(\.record.architecture?.name).joined(separator: ", ")
      StandardStreams.report("the store has several shared caches of build \(build): \(names); choose one with --arch")
      return ExitCode.unreadable
    }
    do throws(StoreError) {
      try store.export(entry, to: path)
    } catch {
      return fail(error)
    }
    let name = [entry.record.system?.description, entry.record.architecture?.name].compactMap { $0 }.joined(separator: " ")
    return manners.isQuiet ? ExitCode.success : printLines(["\(path): \(name), \(DebugFile.size(entry.record.size))"])
  }
}
