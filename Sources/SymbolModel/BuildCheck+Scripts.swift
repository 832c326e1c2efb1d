extension BuildCheck {
  /// The verdict on the source map of a bundle of JavaScript.
  package enum ScriptStatus: String, Sendable, CaseIterable {
    /// A source map belongs to the bundle.
    case ok
    /// There is no source map for it.
    case missing
    /// Several source maps fit.
    case ambiguous
    /// The source maps have other debug IDs.
    case otherBuild = "other-build"
    /// The source map that belongs to it describes nothing.
    case empty
  }

  /// A bundle of JavaScript in the build (React Native, Expo).
  package struct Script: Hashable, Sendable {
    /// The name of the file.
    package var name: String
    /// The path; for a file of an archive, the archive's path, a slash and the name inside.
    package var path: String
    /// The debug ID in the bundle's last lines, in upper case; nil if there is none, as in bytecode.
    package var debugID: String?
    /// Whether it is Hermes' bytecode, which only the composed source map describes.
    package var isBytecode: Bool
    /// The verdict.
    package var status = ScriptStatus.missing
    /// The source map; nil if there is none, or if several fit.
    package var sourceMap: String?
    /// The number of sources in it.
    package var sources = 0
    /// The source maps that fit, if there are several, or those of other builds.
    package var candidates: [String] = []
    /// What is probably wrong, one clause each.
    package var warnings: [String] = []

    /// Describes a bundle that was not checked yet.
    package init(name: String, path: String, debugID: String?, isBytecode: Bool) {
      self.name = name
      self.path = path
      self.debugID = debugID
      self.isBytecode = isBytecode
    }
  }

  /// The number of bundles that crash reports need and that have no source map.
  package var incompleteScripts: Int { scripts.count { $0.status != .ok } }
}
