import SymbolModel

/// Describes the bundles of JavaScript in the result of checking a build.
enum CheckScriptText {
  /// Returns the lines of the table, the words of the verdicts in a column of this width.
  static func lines(_ scripts: [BuildCheck.Script], _ statusWidth: Int) -> [String] {
    let ids = scripts.map { $0.debugID ?? "-" }
    let (nameWidth, idWidth) = (scripts.map(\.name.utf8.count).max() ?? 0, ids.map(\.utf8.count).max() ?? 0)
    return zip(scripts, ids).flatMap { script, id in
      let status = script.status == .ok && !script.warnings.isEmpty ? "warning" : script.status.rawValue
      let head = "  " + status.padded(to: statusWidth) + script.name.padded(to: nameWidth) + "  " + id.padded(to: idWidth)
      let notes =
        script.candidates.map { script.status == .ambiguous ? "fits: \($0)" : "found \($0), but it is another build" }
        + script.warnings.map { "warning: \($0)" }
      return [head + "  " + contents(of: script)] + notes.map { String(repeating: " ", count: statusWidth + 2) + $0 }
    }
  }

  private static func contents(of script: BuildCheck.Script) -> String {
    let map = script.sourceMap ?? ""
    return switch script.status {
    case .ok: "source map \(map), \(NumberFormat.counted(script.sources, "source"))"
    case .missing: "no source map"
    case .ambiguous: "several source maps"
    case .otherBuild: "no source map with this debug ID"
    case .empty: "source map \(map) describes nothing"
    }
  }

  /// Returns the clause of the verdict, or nil without bundles.
  static func verdict(_ check: BuildCheck) -> String? {
    let (count, lacking) = (check.scripts.count, check.incompleteScripts)
    if count == 0 { return nil }
    if lacking == 0 {
      return count == 1
        ? "the bundle of JavaScript has its source map" : "all \(count) bundles of JavaScript have their source maps"
    }
    return "\(lacking) of \(NumberFormat.counted(count, "source map"))"
  }

  /// Returns what to do about a bundle, or nil if nothing is missing.
  static func nextStep(for script: BuildCheck.Script) -> String? {
    switch script.status {
    case .ok: nil
    case .missing:
      script.isBytecode
        ? "keep the source map that React Native composes from the packager's and the compiler's, and name it with --source-map"
        : "keep the source map that the packager writes (--sourcemap-output, SOURCEMAP_FILE), and name it with --source-map"
    case .ambiguous: "name the source map of this build alone with --source-map"
    case .otherBuild: "take source map and app from the same build"
    case .empty: "make the source map again with the build"
    }
  }
}
