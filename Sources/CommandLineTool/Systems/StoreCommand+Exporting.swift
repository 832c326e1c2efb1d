internal import SymbolStore

extension StoreCommand {
  /// `store export`.
  func export() -> Int32 {
    let build = options.system.build ?? ""
    let entries = store.systems().filter { entry in
      guard entry.record.system?.build.lowercased() == build.lowercased() else { return false }
      return options.architecture.map { $0 == entry.record.architecture?.name } ?? true
    }
    guard let entry = entries.first, let path = operands.first else {
      StandardStreams.report("the store \(store.path) has no symbols of the system build '\(build)'; 'store list' shows what it has")
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
