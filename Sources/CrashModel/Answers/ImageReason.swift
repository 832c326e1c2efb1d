package import SymbolModel

/// Why an image has no debug file, or none that is sure and complete.
package indirect enum ImageReason: Hashable, Sendable {
  /// Where the debug file of a program without debug information is expected.
  package enum ExpectedFile: Hashable, Sendable {
    case dSYM
    /// An ELF file without a build ID.
    case unknown
    /// The standard paths of a build ID; whether servers were asked.
    case buildID(ImageID, paths: [String], servers: Bool)
  }

  case noID
  case notFound(lookedIn: [String])
  /// `ImageStatus.nearMisses` has them.
  case nearMisses
  /// The user bound a file of another build.
  case otherBuild(path: String, id: ImageID)
  /// Several files fit the name of an image without an ID.
  case ambiguous([NearMiss])
  /// Nothing shows that the file at the image's path on this machine is the one that ran.
  case unconfirmed(path: String)
  /// The file has only symbols, or, without `hasSymbols`, those that other images link against.
  case stripped(path: String, hasSymbols: Bool, ExpectedFile)
  /// The file cannot be read, in the words of its reader.
  case damaged(String)

  /// The name in JSON output.
  package var code: ReasonCode {
    switch self {
    case .noID: .noID
    case .notFound(let places): places.isEmpty ? .noSearchPath : .noDebugFile
    case .nearMisses: .nearMiss
    case .otherBuild: .otherBuild
    case .ambiguous: .ambiguous
    case .unconfirmed: .unconfirmed
    case .stripped(_, let hasSymbols, _): hasSymbols ? .onlySymbols : .onlyExports
    case .damaged: .damaged
    }
  }

  /// Returns the reason with other paths.
  func replacingPaths(_ replacement: (String) -> String) -> ImageReason {
    switch self {
    case .noID, .nearMisses: self
    case .notFound(let places): .notFound(lookedIn: places.map(replacement))
    case .otherBuild(let path, let id): .otherBuild(path: replacement(path), id: id)
    case .ambiguous(let files): .ambiguous(files.map { $0.replacingPaths(replacement) })
    case .unconfirmed(let path): .unconfirmed(path: replacement(path))
    case .stripped(let path, let hasSymbols, .buildID(let id, let paths, let servers)):
      .stripped(
        path: replacement(path), hasSymbols: hasSymbols, .buildID(id, paths: paths.map(replacement), servers: servers))
    case .stripped(let path, let hasSymbols, let expected):
      .stripped(path: replacement(path), hasSymbols: hasSymbols, expected)
    case .damaged(let words): .damaged(replacement(words))
    }
  }
}
