internal import SourceMaps
package import SymbolModel
package import SymbolStore
internal import System

/// Finds the bundles of JavaScript in a build, and the source map of each.
package struct ScriptCheck {
  private let path: String
  private let maps: SourceMapSet

  /// Prepares to check the build at `path`: source maps are searched in it, in the directories among `symbols`, at the paths
  /// `sourceMaps`, and in the store.
  package init(_ path: String, symbols: [String], sourceMaps: [String], store: DebugStore?) {
    self.path = path
    let places = ([path] + symbols).filter { place in
      place.hasSuffix(".map") || FileSystem.status(place)?.kind == .directory && Self.holdsMaps(place)
    }
    maps = SourceMapSet(places + sourceMaps, cache: .standard()) { store?.sourceMaps(debugID: $0) ?? [] }
  }

  private static func holdsMaps(_ folder: String) -> Bool { !SourceMapSet([folder], cache: nil).isEmpty }

  /// The problems with source maps, found so far.
  package func problems() -> [SearchWarning] { maps.takeProblems().map { SearchWarning(path: $0.path, reason: $0.reason) } }

  /// Returns the verdicts on all bundles of the build.
  package func scripts() -> [BuildCheck.Script] {
    var scripts: [BuildCheck.Script] = []
    var isOnly: [Bool] = []
    for bundle in ScriptBundle.find(below: path) {
      let (script, byName) = check(bundle)
      scripts.append(script)
      isOnly.append(!byName)
    }
    // The only map is not this bundle's if it is another one's.
    let named = Set(scripts.indices.filter { !isOnly[$0] }.compactMap { scripts[$0].sourceMap })
    for position in scripts.indices where isOnly[position] && scripts[position].sourceMap.map(named.contains) ?? false {
      let script = scripts[position]
      scripts[position] = BuildCheck.Script(
        name: script.name, path: script.path, debugID: script.debugID, isBytecode: script.isBytecode)
    }
    return scripts
  }

  private func check(_ bundle: ScriptBundle) -> (script: BuildCheck.Script, byName: Bool) {
    var script = BuildCheck.Script(
      name: Path.lastComponent(of: bundle.path), path: bundle.path,
      debugID: bundle.debugID.flatMap { ImageID(parsing: $0)?.description }, isBytecode: bundle.isBytecode)
    switch maps.choice(bundle: bundle.path, debugID: bundle.debugID) {
    case .missing: break
    case .otherBuilds(let paths): (script.status, script.candidates) = (.otherBuild, paths)
    case .ambiguous(let paths): (script.status, script.candidates) = (.ambiguous, paths)
    case .found(let file, let byName):
      (script.status, script.sourceMap, script.sources) = (.ok, file.path, file.map.sourceCount)
      if file.map.mappingCount == 0 { script.status = .empty }
      if !byName { script.warnings.append("the source map does not name the bundle; it is the only one") }
      // The lines of bytecode are the app's segments; a packager writes one line for each module, or many.
      if bundle.isBytecode, !file.map.isBeyond(SourceMap.Query(line: 100, column: 0)) {
        script.warnings.append(
          "the source map has many lines, and bytecode has one: it is the packager's, not the one that is composed with the compiler's"
        )
      }
      return (script, byName)
    }
    return (script, true)
  }
}
