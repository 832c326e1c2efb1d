internal import JSONText
package import SystemSymbols
package import SymbolModel
internal import System

extension SymbolFinder {
  /// Returns the names of the system whose shared cache has a UUID, or nil if the store does not have it.
  package func system(with id: ImageID) -> SystemSymbolFile? {
    guard let (system, refusals) = shelf?.find(id) else { return nil }
    for refusal in refusals { note(refusal, once: true) }
    return system?.image == nil ? system?.container : nil
  }

  /// Returns what to do with the shared caches of a directory that the user named, unless the store has them all: caches are not
  /// searched, because reading one takes seconds.
  func unreadCaches(_ scan: FolderScan, in folder: String) -> SearchWarning? {
    let missing = scan.caches.filter { path in
      guard let head = try? FileSystem.beginning(of: path, limit: CacheHeader.idEnd), let id = CacheHeader.id(ofHead: head) else {
        return false
      }
      return searchPaths.store.map { !DebugStore(path: $0).hasSystem(id) } ?? true
    }
    guard let first = missing.first else { return nil }
    let others = missing.count > 1 ? " and \(missing.count - 1) more" : ""
    return SearchWarning(
      path: folder,
      reason: "it has a dyld shared cache (\(Path.lastComponent(of: first))\(others)), which is not searched; "
        + "'symbolicate store add' puts the names of its images into the store, where they are found")
  }
}

extension DebugStore {
  /// One image of a system in the store.
  package struct SystemImageEntry: Sendable {
    let image: ContainerImage
    /// The entry of the system.
    let entry: Entry

    /// The line that lists print: ID, architecture, number of functions, path, system.
    package var line: String {
      let record = entry.record
      let system = record.system?.description ?? record.name
      let words = [image.id?.description ?? "-", record.architecture?.name ?? "-", "\(image.names) functions", image.path]
      return words.joined(separator: "  ") + "  in \(system) \(record.id)"
    }

    /// The same as a JSON object.
    package var json: String {
      var writer = JSONWriter(.line)
      writer.beginObject()
      writer.member("id", image.id?.description)
      writer.member("name", image.path)
      writer.member("contents", "system image")
      writer.member("arch", entry.record.architecture?.name)
      writer.member("names", image.names)
      writer.member("system", entry.record.id.description)
      writer.member("systemBuild", entry.record.system?.build)
      writer.member("path", entry.path)
      writer.endObject()
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  /// Returns the images of all systems with an ID, or with a text anywhere in the last component of their path, ignoring case; at
  /// most a hundred of each system.
  package func systemImages(matching text: String) -> [SystemImageEntry] {
    let id = ImageID(parsing: text)
    let word = text.lowercased()
    return systems().flatMap { entry -> [SystemImageEntry] in
      guard let container = try? SystemSymbolFile(path: entry.path) else { return [] }
      if let id, id.count == 16 {
        return [container.image(with: id)].compactMap { $0 }.map { SystemImageEntry(image: $0, entry: entry) }
      }
      let images = (0..<container.imageCount).lazy.compactMap { container.image($0) }.filter { image in
        image.path.split(separator: "/").last?.lowercased().contains(word) == true
      }
      return images.prefix(100).map { SystemImageEntry(image: $0, entry: entry) }
    }
  }
}
