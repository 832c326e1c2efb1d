package import SymbolModel
package import SymbolStore
internal import System

/// The front of the module `BuildChecks`.
///
/// In: a build (`BuildContents`) and a finder of debug files. Out: the verdict on every image of the build. `ImageCheck` judges one, with
/// `FunctionSample` and `SourceLocations`; `ScriptCheck` the bundles of JavaScript.
extension BuildCheck {
  /// Checks the build at `path`. `symbols` are the paths of debug files that were given for it.
  package init(of path: String, _ contents: BuildContents, symbols: [String], _ finder: SymbolFinder, jobs: Int) {
    self.init(path: path)
    let given = contents.debugFiles + symbols.flatMap { Self.debugFiles(below: $0, finder) }
    // Xcode leaves dSYMs beside the app. A plain directory contains all that belongs to it.
    let folder = DebugFile.isNamed(by: path) ? Path.parent(of: path) : nil
    let check = ImageCheck(finder, given: given, beside: folder, jobs: jobs)
    var positions: [Identity: Int] = [:]
    for image in contents.images {
      let identity = Identity(image)
      if let known = identity.id == nil ? nil : positions[identity] {
        images[known].copies.append(image.path)
        continue
      }
      positions[identity] = images.count
      images.append(check.check(image))
    }
    readBundle(finder)
    compareArchitectures()
    damagedFiles = contents.damaged.map { DamagedFile(path: $0.path, reason: $0.reason) }
    emptyBundles = contents.emptyBundles + symbols.flatMap { finder.emptyBundles(below: $0) }
    let needed = Set(images.compactMap(\.id))
    let nearMisses = Set(images.flatMap(\.nearMisses).map(\.path))
    var seen: Set<String> = []
    unused = given.filter { file in
      let isNeeded = file.id.map { needed.contains($0) } ?? false || nearMisses.contains(file.path)
      return !isNeeded && seen.insert("\(file.path) \(file.id?.hex ?? "")").inserted
    }.map { OtherFile($0) }
  }

  /// The ID and architecture by which copies of an image are recognized.
  private struct Identity: Hashable {
    let id: ImageID?
    let architecture: Architecture?

    init(_ image: BuildContents.Image) { (id, architecture) = (image.header.id, image.header.architecture) }
  }

  /// Returns the slices of debug files below a path that was given with --symbols.
  private static func debugFiles(below path: String, _ finder: SymbolFinder) -> [DebugFile] {
    finder.files(below: path).files.filter { file in
      BuildContents.isInBundle(file.path) || file.slices.contains { $0.kind == .debugCompanion }
    }.flatMap(\.headers)
  }

  /// Reads identifier and version of the app: those of the first image in a bundle that has any.
  private mutating func readBundle(_ finder: SymbolFinder) {
    let around = images.lazy.map { finder.bundle(around: $0.path) }.first { !$0.isEmpty }
    guard let bundle = around ?? BundleInfo(ofAppInArchive: path) else { return }
    (bundleID, version, build) = (bundle.identifier, bundle.version, bundle.build)
  }

  /// Warns of libraries that lack an architecture of the program in the same app.
  private mutating func compareArchitectures() {
    var needed: [String: Set<Architecture>] = [:]
    var present: [String: Set<Architecture>] = [:]
    for image in images {
      guard let architecture = image.architecture else { continue }
      present[image.path, default: []].insert(architecture)
      if let app = Self.app(around: image.path), Self.isProgram(image.path, of: app) {
        needed[app, default: []].insert(architecture)
      }
    }
    for position in images.indices {
      let image = images[position]
      guard image.status != .runtime, let app = Self.app(around: image.path), let wanted = needed[app],
        images[..<position].allSatisfy({ $0.path != image.path })
      else { continue }
      let missing = wanted.subtracting(present[image.path] ?? []).sorted { $0.name < $1.name }
      images[position].warnings += missing.map { Warning.missingArchitecture($0) }
    }
  }

  /// Returns the innermost app or extension around a file, or nil if there is none.
  private static func app(around path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let position = parts.dropLast().lastIndex(where: { $0.hasSuffix(".app") || $0.hasSuffix(".appex") }) else { return nil }
    return parts[...position].joined(separator: "/")
  }

  /// Returns whether a file is directly in an app (iOS), or in its directory of programs (macOS).
  private static func isProgram(_ path: String, of app: String) -> Bool {
    [app, app + "/Contents/MacOS"].contains(Path.parent(of: path))
  }
}
