internal import SymbolModel

/// The entries of a store that will be removed.
package struct PrunePlan: Sendable {
  /// The limits that the user gave.
  package struct Limits: Sendable {
    /// The maximum total size of stored files in bytes, or nil for no limit.
    package var maxSize: Int?
    /// The time before which added files are removed, in seconds since 1970, or nil to keep them.
    package var addedBefore: Int64?
    /// The number of builds to keep per image and architecture, the latest by date, or nil for all.
    package var keepLast: Int?

    /// Sets no limits.
    package init() {}
  }

  /// The entries to remove, with the reason, oldest first.
  package private(set) var removed: [(entry: DebugStore.Entry, reason: String)] = []
  /// The entries to keep.
  package private(set) var kept: [DebugStore.Entry]

  /// Applies the limits: first age, then builds, then size, for which the files added first are removed first.
  package init(_ entries: [DebugStore.Entry], _ limits: Limits) {
    kept = entries.sorted { ($0.record.added, $0.record.modified, $0.folder) < ($1.record.added, $1.record.modified, $1.folder) }
    if let moment = limits.addedBefore { remove("too old") { $0.record.added < moment } }
    if let number = limits.keepLast {
      let last = Self.lastBuilds(kept, number)
      remove("not among the last \(number)") { !last.contains($0.folder) }
    }
    if let size = limits.maxSize {
      let excess = Self.excess(kept, over: size)
      remove("over the size limit") { excess.contains($0.record.key) && Self.isStored($0) }
    }
  }

  /// Returns the size of stored files: the slices of one file count once, linked files do not count.
  package static func size(_ entries: [DebugStore.Entry]) -> Int {
    var seen: Set<String> = []
    return entries.reduce(0) { isStored($1) && seen.insert($1.record.key).inserted ? $0 + $1.record.size : $0 }
  }

  private mutating func remove(_ reason: String, where goes: (DebugStore.Entry) -> Bool) {
    removed += kept.filter(goes).map { ($0, reason) }
    kept = kept.filter { !goes($0) }
  }

  private static func isStored(_ entry: DebugStore.Entry) -> Bool {
    if case .stored = entry.record.place { return true }
    return false
  }

  /// Returns the directories of the files of the latest builds per image and architecture.
  private static func lastBuilds(_ entries: [DebugStore.Entry], _ number: Int) -> Set<String> {
    var groups: [[String]: [DebugStore.Entry]] = [:]
    for entry in entries {
      groups[[entry.record.name, entry.record.architecture?.name ?? ""], default: []].append(entry)
    }
    var last: Set<String> = []
    for group in groups.values {
      let dates = Dictionary(group.map { ($0.record.id, $0.record.modified) }, uniquingKeysWith: max)
      let ids = dates.sorted { ($0.value, $0.key.hex) > ($1.value, $1.key.hex) }.prefix(number).map(\.key)
      for entry in group where ids.contains(entry.record.id) { last.insert(entry.folder) }
    }
    return last
  }

  /// Returns the keys of the files to remove so that the rest fits, those added first. All slices of a file are removed together.
  private static func excess(_ entries: [DebugStore.Entry], over limit: Int) -> Set<String> {
    var total = size(entries)
    var keys: Set<String> = []
    for entry in entries where total > limit && isStored(entry) && keys.insert(entry.record.key).inserted {
      total -= entry.record.size
    }
    return keys
  }
}
