internal import ObjectFiles
internal import SymbolModel
package import SymbolStore

/// The programs and libraries of a build, and the debug files beside them.
package struct BuildContents {
  /// One architecture of a program or library.
  package struct Image {
    /// The path of the file.
    let path: String
    let header: DebugFile
    /// The slice, opened, or nil if a file of an archive cannot be extracted.
    let file: ObjectFile?
  }

  /// The slices of programs and libraries, in the order of their paths.
  package private(set) var images: [Image] = []
  /// The slices of debug files.
  private(set) var debugFiles: [DebugFile] = []
  /// Object files that cannot be read, with the reason.
  package let damaged: [SearchWarning]
  /// The dSYM bundles without a debug file.
  let emptyBundles: [String]

  /// Reads the headers of everything below `path`; files of archives are extracted into the cache.
  package init(_ path: String, _ finder: SymbolFinder) {
    let found = finder.files(below: path)
    damaged = found.damaged
    emptyBundles = finder.emptyBundles(below: path)
    for file in found.files {
      for header in file.headers {
        let slice = file.slices.first { $0.id == header.id && $0.architecture == header.architecture }
        if Self.isInBundle(file.path) || slice?.kind == .debugCompanion {
          debugFiles.append(header)
        } else if Self.isImage(slice), header.architecture != nil || slice != nil {
          images.append(Image(path: file.path, header: header, file: slice))
        }
      }
    }
  }

  /// Returns whether a path is in a dSYM bundle.
  static func isInBundle(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains { $0.hasSuffix(".dSYM") }
  }

  /// Returns whether a slice is linked. One that cannot be opened may be.
  private static func isImage(_ slice: ObjectFile?) -> Bool {
    switch slice?.kind {
    case .executable, .library, nil: true
    case .object, .debugCompanion, .other: false
    }
  }
}
