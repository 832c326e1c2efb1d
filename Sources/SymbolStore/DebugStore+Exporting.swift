internal import SystemSymbols
internal import System

extension DebugStore {
  /// Writes the container of a system to a file, which another store can add. It appears complete, by one rename, and states the
  /// system that the store's record does. Throws if the container cannot be read, or the file cannot be written.
  package func export(_ entry: Entry, to path: String) throws(StoreError) {
    if let target = FileSystem.status(path), FileSystem.status(entry.path)?.identity == target.identity {
      throw StoreError(.other, "\(path): not written: it is the file of the store itself")
    }
    let container: SystemSymbolFile
    do throws(SystemSymbolFile.Refusal) {
      container = try SystemSymbolFile(path: entry.path)
    } catch {
      throw StoreError(.unreadable, "\(entry.path): \(error)")
    }
    var summary = container.summary
    if let system = entry.record.system {
      (summary.systemName, summary.systemVersion, summary.systemBuild) = (system.name ?? "", system.version, system.build)
    }
    let parent = Path.parent(of: path)
    let aside = AsidePath.new(in: parent.isEmpty ? "." : parent)
    do throws(SystemError) {
      try FileSystem.write(new: aside) { put throws(SystemError) in try container.copy(with: summary, put) }
      try FileSystem.move(aside, to: path)
    } catch {
      FileSystem.remove(aside)
      throw StoreError(.other, "\(path): \(error.message)")
    }
  }
}
