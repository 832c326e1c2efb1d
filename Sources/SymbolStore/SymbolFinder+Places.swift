internal import ObjectFiles
internal import SymbolIndex
package import SymbolModel
internal import System

/// The kinds of search paths.
extension SymbolFinder {
  /// Searches paths that the user did not name: the report's directory, and for ELF the image itself and the system's debug
  /// files.
  func lookAround(_ search: inout Search) {
    if let folder = search.query.reportFolder { look(in: folder, named: "the report's directory", recursive: false, &search) }
    if searchPaths.usesImagePaths, let path = search.query.path, path.hasPrefix("/"), !FileSystem.isAbsent(path) {
      take(path, &search)
    }
    // Mostly there is no such directory: its absence is known without the text of the ID.
    for root in searchPaths.debugRoots where !FileSystem.isAbsent(root, Self.standardFolder) {
      let name = Self.standardName(of: search.query.id)
      if !FileSystem.isAbsent(root, Self.standardFolder, name, ".debug") {
        take(Self.standardPath(root, name), &search)
      }
    }
    if let cache = searchPaths.debuginfodCache, !FileSystem.isAbsent(cache) {
      let folder = Path.join(cache, search.query.id.hex)
      for name in ["/debuginfo", "/executable"] where !FileSystem.isAbsent(folder, name) { take(folder + name, &search) }
    }
    if search.sawELF || search.query.id.count != 16 { search.lookedIn += searchPaths.debugRoots.map { $0 + "/.build-id" } }
  }

  /// Returns the path of an ELF image's debug file in the system's packages: `/usr/lib/debug/.build-id/ab/cdef.debug`.
  package func standardPaths(of id: ImageID) -> [String] {
    let name = Self.standardName(of: id)
    return searchPaths.debugRoots.map { Self.standardPath($0, name) }
  }

  private static let standardFolder = "/.build-id/"

  private static func standardPath(_ root: String, _ name: String) -> String { root + standardFolder + name + ".debug" }

  private static func standardName(of id: ImageID) -> String { id.shardedHex ?? id.hex + "/" }

  /// Searches a file or directory. A directory that is laid out by IDs is not scanned: one path lookup is enough.
  func look(in path: String, named name: String, recursive: Bool = true, _ search: inout Search) {
    let layout = recursive ? layout(of: path) : .plain
    if layout != .plain {
      for place in IDLayout.paths(of: search.query.id, below: path) { takeAll(at: place, of: path, &search) }
      if layout == .byID || search.hasDWARF {
        search.lookedIn.append("\(name) (by ID)")
        return
      }
    }
    let scan = scan(path, recursive: recursive)
    search.lookedIn.append(name + scan.countText)
    for position in scan.positions[search.query.id] ?? [] {
      if let file = unpacked(scan.files[position], of: scan) { take(file, &search) }
    }
    search.addNearMisses(scan)
  }

  /// Searches the store: this program's own, or a directory that another tool laid out by IDs.
  func look(inStore store: String, _ search: inout Search) {
    guard !FileSystem.isAbsent(store), existing(store)?.kind == .directory else { return }
    search.lookedIn.append("the store (\(store))")
    takeAll(at: DebugStore(path: store).folder(of: search.query.id), of: store, &search)
    if !search.hasDWARF { takeSystem(&search) }
    guard search.found.isEmpty else { return }
    for place in IDLayout.paths(of: search.query.id, below: store).dropFirst() { takeAll(at: place, of: store, &search) }
  }

  /// Takes everything under an ID in `store`: a file, a bundle, or a directory of files and of this program's entries.
  func takeAll(at place: String, of store: String, _ search: inout Search) {
    guard let status = existing(place) else { return }
    guard status.kind == .directory else { return take(place, &search) }
    for name in names(in: place) where !name.hasPrefix(".") {
      let path = Path.join(place, name)
      guard let entry = DebugStore.entry(in: path) else {
        take(path, &search)
        continue
      }
      if FileSystem.status(entry.path) == nil {
        note(SearchWarning(path: entry.path, reason: "the store \(store) links to it, but it is gone; add it again"))
      }
      if [.system, .sourceMap, .sourceBundle].contains(entry.record.contents) { continue }
      if entry.record.contents == .index { takeIndex(entry, &search) } else { take(entry.path, &search) }
    }
    let inside = Path.join(place, "Contents/Resources/DWARF")
    for name in (try? FileSystem.names(in: inside)) ?? [] { take(Path.join(inside, name), &search) }
  }

  /// Takes the image from the systems of the store, or the whole cache whose UUID the ID is.
  private func takeSystem(_ search: inout Search) {
    guard let (system, refusals) = shelf?.find(search.query.id) else { return }
    for refusal in refusals { note(refusal, once: true) }
    search.system = system
  }

  private func takeIndex(_ entry: DebugStore.Entry, _ search: inout Search) {
    guard entry.record.id == search.query.id else { return }
    do throws(SymbolIndex.Refusal) {
      search.add(try StoredIndex(entry))
    } catch {
      note(SearchWarning(path: entry.path, reason: StoredIndex.words(for: error)))
    }
  }
}
