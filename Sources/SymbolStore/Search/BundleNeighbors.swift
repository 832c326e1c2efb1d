internal import ObjectFiles
internal import System

/// The executables of bundles, and the dSYM bundles beside them.
enum BundleNeighbors {
  private static let extensions = [".app", ".framework", ".appex", ".bundle", ".xctest", ".plugin", ".kext", ".xpc"]

  /// Returns the executable of an app, framework or other bundle, by the name of the bundle: Apple's build system gives both the
  /// same name unless the project sets another one. Returns nil for a path that is no such bundle or has no such file.
  static func executable(in folder: String) -> String? {
    let last = Path.lastComponent(of: folder)
    guard let suffix = extensions.first(where: { last.hasSuffix($0) && last != $0 }) else { return nil }
    let listed = BundleInfo.lists(around: folder).prefix(2).lazy.compactMap { list in
      (try? FileSystem.contents(of: list, limit: 1 << 20)).flatMap { PropertyListStrings($0)["CFBundleExecutable"] }
    }.first
    // A name leads to no other directory.
    let names = [listed, String(last.dropLast(suffix.utf8.count))].compactMap { $0 }.filter { !$0.contains("/") && $0 != ".." }
    for name in names {
      for place in ["", "Contents/MacOS", "Versions/Current", "Versions/A"] {
        let path = Path.join(Path.join(folder, place), name)
        if FileSystem.status(path)?.kind == .file { return path }
      }
    }
    return nil
  }

  /// Returns the slice of a dSYM beside a binary, or beside a bundle around it, that has the binary's UUID, or nil.
  static func dSYM(of binary: ObjectFile) -> ObjectFile? {
    guard binary.kind != .debugCompanion, let id = binary.id else { return nil }
    for bundle in candidates(for: binary.path) {
      let folder = Path.join(bundle, "Contents/Resources/DWARF")
      for name in (try? FileSystem.names(in: folder)) ?? [] where !name.hasPrefix(".") {
        let path = Path.join(folder, name)
        guard FileSystem.status(path)?.kind == .file, let slices = try? ObjectFile.load(path: path) else { continue }
        if let slice = slices.first(where: { $0.id == id }) { return slice }
      }
    }
    return nil
  }

  /// Returns where Xcode leaves the dSYM of a binary: beside it, beside each bundle around it, and in the `dSYMs` directory of an
  /// archive.
  private static func candidates(for path: String) -> [String] {
    var result = [path + ".dSYM"]
    var bundles: [String] = []
    var folder = Path.parent(of: path)
    while !folder.isEmpty, folder != "/", folder != "." {
      let name = Path.lastComponent(of: folder)
      if extensions.contains(where: { name.hasSuffix($0) }) {
        bundles.append(name)
        result.append(Path.join(Path.parent(of: folder), name + ".dSYM"))
      }
      if name.hasSuffix(".xcarchive") { result += bundles.map { Path.join(folder, "dSYMs/" + $0 + ".dSYM") } }
      folder = Path.parent(of: folder)
    }
    return result
  }
}
