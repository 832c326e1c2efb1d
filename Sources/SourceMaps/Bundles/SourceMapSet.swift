internal import Synchronization
internal import System

/// The maps of a run, and which of them belongs to which bundle.
///
/// A map is chosen by its debug ID, if the report gives the bundle's; else by name: the map is called as the bundle with `.map` after it, its
/// `file` names the bundle, or the bundle lies beside it and names it in `sourceMappingURL`. A single map that nothing contradicts is
/// used for every bundle. A map with another debug ID than the bundle's is never used. Several threads may use one set; a map is opened when it is first needed.
package final class SourceMapSet: Sendable {
  /// What was found for a bundle.
  package enum Choice: Sendable {
    /// The map to use. `byName` is false for a single map that has neither the bundle's ID nor its name.
    case found(SourceMapFile, byName: Bool)
    /// Several maps fit: their paths. None is used.
    case ambiguous([String])
    /// All maps have other debug IDs than the bundle: they are of other builds. Their paths. None is used.
    case otherBuilds([String])
    /// No map fits.
    case missing
  }

  /// A file that is no map that can be used, with the reason.
  package struct Problem: Hashable, Sendable {
    package let path: String
    /// One clause.
    package let reason: String
  }

  /// The paths of the maps, sorted: those that were named, and those found in folders.
  package let paths: [String]
  private let cache: SourceMapCache?
  private let stored: @Sendable (_ debugID: String) -> [String]
  private let state = Mutex(State())

  private struct State {
    var files: [String: Result<SourceMapFile, SourceMapFile.Failure>] = [:]
    var choices: [Question: Choice] = [:]
    var problems: [Problem] = []
  }

  private struct Question: Hashable {
    let bundle: BundleName?
    let debugID: String?
  }

  /// The most files of one folder that are looked at.
  private static let fileLimit = 100_000

  /// Collects the maps at `paths`: a file is a map whatever its name; a folder is searched recursively for names that end in `.map`.
  /// `stored` returns the paths of further maps with a debug ID, 32 hexadecimal digits.
  package init(
    _ paths: [String], cache: SourceMapCache?, stored: @escaping @Sendable (_ debugID: String) -> [String] = { _ in [] }
  ) {
    self.stored = stored
    var found: Set<String> = []
    var problems: [Problem] = []
    for path in paths {
      switch FileSystem.status(path)?.kind {
      case .directory:
        let count = found.count
        Self.list(path, depth: 64, into: &found)
        if found.count == count { problems.append(Problem(path: path, reason: "no source maps (*.map) in this directory")) }
      case nil: problems.append(Problem(path: path, reason: "no such source map"))
      default: found.insert(path)
      }
    }
    self.paths = found.sorted()
    self.cache = cache
    state.withLock { $0.problems = problems }
  }

  private static func list(_ folder: String, depth: Int, into found: inout Set<String>) {
    for name in (try? FileSystem.names(in: folder)) ?? [] where found.count < fileLimit {
      let path = Path.join(folder, name)
      switch FileSystem.status(path)?.kind {
      case .directory where depth > 0: list(path, depth: depth - 1, into: &found)
      case .file where name.hasSuffix(".map"): found.insert(path)
      default: continue
      }
    }
  }

  /// Whether no maps were named.
  package var isEmpty: Bool { paths.isEmpty }

  /// Returns the problems that were found since the last call: files that are not usable maps, paths without any.
  package func takeProblems() -> [Problem] {
    state.withLock { state in
      defer { state.problems = [] }
      return state.problems
    }
  }

  /// The map of a bundle, known by the path or URL that a stack gives, or by its debug ID. nil for a stack that names none.
  package func choice(bundle: String?, debugID: String? = nil) -> Choice {
    let question = Question(bundle: bundle.map(BundleName.init), debugID: DebugID.normalized(debugID))
    return state.withLock { state in
      if let known = state.choices[question] { return known }
      let choice = choose(question, &state)
      state.choices[question] = choice
      return choice
    }
  }

  private func choose(_ question: Question, _ state: inout State) -> Choice {
    if let id = question.debugID {
      let fitting = (paths + stored(id)).filter { path in
        guard let file = open(path, &state) else { return false }
        return file.debugID == id
      }
      if !fitting.isEmpty { return Self.one(of: fitting.compactMap { open($0, &state) }, byName: true) }
    }
    if let bundle = question.bundle, !bundle.file.isEmpty, !bundle.isPart {
      let named = paths.filter { Path.lastComponent(of: $0) == bundle.file + ".map" }.compactMap { open($0, &state) }
        .filter { Self.mayBelong($0, question) }
      if !named.isEmpty { return Self.one(of: named, byName: true) }
      let naming = paths.compactMap { open($0, &state) }.filter { Self.mayBelong($0, question) && Self.names($0, bundle) }
      if !naming.isEmpty { return Self.one(of: naming, byName: true) }
    }
    let usable = paths.compactMap { open($0, &state) }
    let possible = usable.filter { Self.mayBelong($0, question) }
    if possible.isEmpty, !usable.isEmpty { return .otherBuilds(usable.map(\.path)) }
    return Self.one(of: possible, byName: false)
  }

  /// Whether the debug IDs do not show that a map is of another build.
  private static func mayBelong(_ file: SourceMapFile, _ question: Question) -> Bool {
    guard let wanted = question.debugID, let id = file.debugID else { return true }
    return id == wanted
  }

  /// The only one of several maps; copies of one map, which have the same debug ID, count once.
  private static func one(of files: [SourceMapFile], byName: Bool) -> Choice {
    guard let first = files.first else { return .missing }
    let isOne = files.count == 1 || first.map.debugID != nil && files.allSatisfy { $0.map.debugID == first.map.debugID }
    return isOne ? .found(first, byName: byName) : .ambiguous(files.map(\.path))
  }

  /// Whether a map says that it belongs to a bundle, or a bundle of that name lies beside the map and names it.
  private static func names(_ file: SourceMapFile, _ bundle: BundleName) -> Bool {
    if let name = file.map.file, BundleName(name) == bundle { return true }
    let path = Path.join(Path.parent(of: file.path), bundle.file)
    return DebugID.sourceMappingURL(DebugID.end(ofFile: path)).map { BundleName($0).file } == Path.lastComponent(of: file.path)
  }

  private func open(_ path: String, _ state: inout State) -> SourceMapFile? {
    if let known = state.files[path] { return try? known.get() }
    let result = Result { () throws(SourceMapFile.Failure) in try SourceMapFile(path: path, cache: cache) }
    state.files[path] = result
    if case .failure(let error) = result {
      state.problems.append(Problem(path: path, reason: "\(error); this source map is not used"))
    }
    return try? result.get()
  }
}
