package import SymbolModel
internal import System

extension SymbolFinder {
  /// Returns the source bundles that may be of an image: those of the store and of directories that are laid out by IDs, then those beside
  /// its debug files, under the names that Sentry's tool gives them. None is opened: what a bundle says of its ID counts.
  package func sourceBundles(of id: ImageID, beside debugFiles: [String]) -> [String] {
    let stores = [searchPaths.store].compactMap { $0 }
    var paths = stores.flatMap { store in
      DebugStore(path: store).entries(of: id).filter { $0.record.contents == .sourceBundle }.map(\.path)
    }
    paths += (stores + searchPaths.symbols + searchPaths.pathVariable).flatMap { IDLayout.sourceBundles(of: id, below: $0) }
    paths += debugFiles.flatMap { Self.sourceBundles(beside: $0) }
    var seen: Set<String> = []
    return paths.filter { path in
      seen.insert(path).inserted && FileSystem.status(path)?.kind == .file && searchPaths.permits(path)
    }
  }

  /// Returns the names of bundles of a debug file: `Shop.src.zip` for `Shop` and `Shop.debug`, and beside `Shop.app.dSYM` that one and
  /// `Shop.app.src.zip`.
  private static func sourceBundles(beside file: String) -> [String] {
    var stems = [file, withoutExtension(file)]
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    if let bundle = parts.lastIndex(where: { $0.hasSuffix(".dSYM") }) {
      let stem = String(parts[...bundle].joined(separator: "/").dropLast(".dSYM".utf8.count))
      stems += [stem, withoutExtension(stem)]
    }
    return stems.map { $0 + ".src.zip" }
  }

  private static func withoutExtension(_ path: String) -> String {
    let name = Path.lastComponent(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path }
    return String(path.dropLast(name[dot...].count))
  }
}
