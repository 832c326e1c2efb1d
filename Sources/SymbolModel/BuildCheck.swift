/// The result of `symbolicate check` for one build: whether crash reports of it can be symbolicated.
package struct BuildCheck: Hashable, Sendable {
  /// The verdict on one architecture of one program or library.
  package enum Status: String, Sendable, CaseIterable {
    /// A debug file with its ID has debug information with lines.
    case ok
    /// No debug file has its ID.
    case missing
    /// A debug file has its ID, but only symbols.
    case symbols
    /// A debug file has its ID, but neither debug information nor symbols.
    case empty
    /// The debug information cannot be read.
    case damaged
    /// The debug information has functions, but no lines.
    case noLines = "no-lines"
    /// The names of functions are `__hidden#1_` and so on, because Apple rebuilt the app from bitcode.
    case obfuscated
    /// Parts of split debug information (`.dwo`) are missing.
    case incomplete
    /// The image has no UUID or build ID, so that nothing can belong to it.
    case noID = "no-id"
    /// A part of the Swift runtime, for which Apple publishes no debug files.
    case runtime

    /// Whether nothing is missing.
    package var isFine: Bool { self == .ok || self == .runtime }
  }

  /// A debug file that belongs to another build, or to nothing in this one.
  package struct OtherFile: Hashable, Sendable {
    package var path: String
    /// The UUID or build ID, or nil if it has none.
    package var id: ImageID?
    /// The architecture, or nil if unknown.
    package var architecture: Architecture?
    /// The build for people, for example `version 4.2.0 (1187)`, or empty if unknown.
    package var build: String

    /// Describes a debug file.
    package init(path: String, id: ImageID?, architecture: Architecture?, build: String) {
      self.path = path
      self.id = id
      self.architecture = architecture
      self.build = build
    }
  }

  /// A file of the build or of its debug files that cannot be read as a Mach-O or ELF file, although it begins like one.
  package struct DamagedFile: Hashable, Sendable {
    package var path: String
    /// The reason, one clause.
    package var reason: String

    /// Describes a damaged file.
    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// Something that is probably wrong, although nothing is missing.
  package enum Warning: Hashable, Sendable {
    /// Debug information describes few of the functions: parts were compiled without it.
    case fewFunctions
    /// Most source files are in a temporary directory, for example this one.
    case temporarySources(String)
    /// The path of most source files is not one that a compiler writes, for example this one.
    case oddSources(String)
    /// The app has an architecture that this library lacks.
    case missingArchitecture(Architecture)
    /// The debug file has a problem that no other case describes, one clause.
    case other(String)

    /// The name in JSON.
    package var code: String {
      switch self {
      case .fewFunctions: "few-functions"
      case .temporarySources: "temporary-sources"
      case .oddSources: "odd-sources"
      case .missingArchitecture: "missing-architecture"
      case .other: "other"
      }
    }
  }

  /// One architecture of one program or library of the build.
  package struct Image: Hashable, Sendable {
    /// The name of the file.
    package var name: String
    /// The path; for a file of an archive, the archive's path, a slash and the name inside.
    package var path: String
    /// Further paths of the same image, for example in an extension.
    package var copies: [String] = []
    /// `LC_UUID` or the build ID, or nil if there is none.
    package var id: ImageID?
    /// The architecture, or nil if unknown.
    package var architecture: Architecture?
    /// Whether it is an ELF file, which other tools produce than Mach-O files.
    package var isELF = false
    /// The verdict.
    package var status = Status.missing
    /// The best debug file with the ID, or nil if there is none.
    package var debugFile: String?
    /// The DWARF versions of its units, ascending.
    package var versions: [Int] = []
    /// The number of its units.
    package var units = 0
    /// The number of functions that were looked up, a sample of all functions of the image.
    package var sampled = 0
    /// The number of those that have debug information.
    package var described = 0
    /// The number of those that have a source line.
    package var lined = 0
    /// The directory that most source files are in, or nil if there is none.
    package var sourceRoot: String?
    /// The problem with the debug file, one clause, or nil if there is none.
    package var damage: String?
    /// The debug files with its name and another ID: those of its architecture, if there are any.
    package var nearMisses: [OtherFile] = []
    /// What is probably wrong.
    package var warnings: [Warning] = []

    /// Describes an image that was not checked yet.
    package init(name: String, path: String) {
      self.name = name
      self.path = path
    }
  }

  /// The path of the build.
  package var path: String
  /// The bundle identifier of the app.
  package var bundleID: String?
  /// The version of the app, for example `4.2.0`.
  package var version: String?
  /// The build number of the app.
  package var build: String?
  /// The images in the order of their paths.
  package var images: [Image] = []
  /// The bundles of JavaScript in the order of their paths.
  package var scripts: [Script] = []
  /// The files that cannot be read.
  package var damagedFiles: [DamagedFile] = []
  /// The dSYM bundles without a debug file in them.
  package var emptyBundles: [String] = []
  /// The given debug files that belong to no image.
  package var unused: [OtherFile] = []

  /// Describes a build that was not checked yet.
  package init(path: String) { self.path = path }

  /// The number of images that crash reports need and that cannot be symbolicated.
  package var incomplete: Int { images.count { !$0.status.isFine } }
  /// The number of images that need debug information.
  package var needed: Int { images.count { $0.status != .runtime } }
  /// Whether something is missing.
  package var isComplete: Bool { incomplete == 0 && incompleteScripts == 0 && emptyBundles.isEmpty && damagedFiles.isEmpty }
  /// Whether something is probably wrong.
  package var hasWarnings: Bool { images.contains { !$0.warnings.isEmpty } || scripts.contains { !$0.warnings.isEmpty } }
}
