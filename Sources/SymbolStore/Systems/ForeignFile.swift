internal import SymbolModel
internal import SystemSymbols
internal import System

/// Files that are no debug files, and what to do with them.
enum ForeignFile {
  /// Returns why a file cannot be used as a debug file; `error` is what reading it said.
  static func reason(_ path: String, _ error: some Error) -> String {
    if CacheSearch.isCacheFile(path) {
      return "a dyld shared cache; 'symbolicate store add' keeps the names of its images in the store, where they are found"
    }
    if BitcodeSymbolMap.begins((try? FileSystem.beginning(of: path, limit: 64)) ?? []) { return BitcodeSymbolMap.explanation }
    if SystemSymbolFile.isContainer(head: (try? FileSystem.beginning(of: path, limit: 16)) ?? []) {
      return "system symbols; 'symbolicate store add' adds them to the store, where they are found"
    }
    return "not a debug file: \(error)"
  }
}
