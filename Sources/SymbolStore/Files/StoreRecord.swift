internal import Bytes
package import ObjectFiles
internal import SystemSymbols
package import SymbolModel
internal import System

/// The store's record of one debug file under one ID: the contents of `info.json`.
package struct StoreRecord: Hashable, Sendable {
  /// The position of the contents.
  package enum Location: Hashable, Sendable {
    /// In the entry's directory, under this name.
    case stored(String)
    /// At their original absolute path (`--link`).
    case linked(String)
  }

  /// The contents of a file. The raw value is the value in `info.json` and in lists.
  package enum Contents: String, Sendable {
    /// Symbols that other images link against, or none.
    case exports
    /// A symbol table.
    case symbols
    /// No debug file, but the index that was built from one (`--index-only`).
    case index
    /// The names of a whole system: the container of a dyld shared cache.
    case system
    /// A source map of JavaScript, whose ID is its debug ID.
    case sourceMap = "source-map"
    /// The source files that a debug file names (`SourceBundle`), under the IDs of that file.
    case sourceBundle = "source-bundle"
    /// A symbol file of Breakpad.
    case breakpad
    /// Debug information.
    case dwarf

    package init(_ rank: ContentRank) {
      self =
        switch rank {
        case .dwarf: .dwarf
        case .breakpad: .breakpad
        case .symbols: .symbols
        case .exports: .exports
        }
    }

    package var rank: ContentRank {
      switch self {
      case .dwarf: .dwarf
      case .breakpad: .breakpad
      case .symbols, .index, .system: .symbols
      case .exports, .sourceMap, .sourceBundle: .exports
      }
    }
  }

  /// The UUID or build ID.
  package var id: ImageID
  /// The key that distinguishes files with one ID: a hash of the size, the beginning and the end, 16 hexadecimal digits.
  package var key: String
  /// The image's name: the file's own without `.debug`.
  package var name: String
  /// The position of the contents.
  package var place: Location
  /// The file format.
  package var container = ""
  /// The purpose of the file, as `ObjectFile.Kind` names it.
  package var kind = ""
  /// The architecture, or nil if unknown.
  package var architecture: Architecture?
  /// The contents of the file.
  package var contents: Contents
  /// For an index, the contents of the file that it was built from, or nil for debug files.
  package var indexed: Contents?
  /// The file's size in bytes.
  package var size: Int
  /// The time of the file's last change before it was added, in nanoseconds since 1970: usually the date of the build.
  package var modified: Int64 = 0
  /// The time when it was added, in seconds since 1970.
  package var added: Int64 = 0
  /// The path that it was added from; for a file of an archive, the archive's path, a slash and the name inside.
  package var source = ""
  /// The hash of all contents (`ContentHash` in pieces of 1 MB), 16 hexadecimal digits, or nil for a file that stays at its
  /// original path.
  package var hash: String?
  /// The description of the build, from the bundle around the file.
  package var bundle = BundleInfo()
  /// The operating system that it is a part of, if it was in a DeviceSupport directory.
  package var system: SystemBuild?
  /// For a system, the number of its images and functions with names, and why others have none.
  package var cache: SystemDetails?

  /// The order of files with one ID: a debug file before the index of an equal one, an index before a file with less content.
  var quality: Int { 2 * (indexed ?? contents).rank.rawValue + (indexed == nil ? 1 : 0) }

  /// Takes the contents of an object file; the caller fills in the rest.
  init(_ object: ObjectFile, id: ImageID, key: String, name: String, place: Location, size: Int, modified: Int64, source: String)
  {
    self.id = id
    self.key = key
    self.name = name
    self.place = place
    container = object.container.rawValue
    kind = object.kind.rawValue
    architecture = object.architecture
    contents = Contents(object.contentRank)
    self.size = size
    self.modified = modified
    added = 0
    self.source = source
  }
}

extension StoreRecord {
  /// What is known of a system beside its build.
  package struct SystemDetails: Hashable, Sendable {
    /// The number of images with names.
    package var images: Int
    /// The number of functions with names.
    package var names: Int
    /// Why names are missing, in clauses, or nil if all are there.
    package var gaps: String?
  }

  /// Takes the summary of a container; `source` is the path of the cache's main file.
  init(_ summary: CacheSummary, _ cache: SystemDetails, key: String, size: Int, modified: Int64, source: String) {
    id = summary.id
    self.key = key
    name = "dyld_shared_cache_\(summary.architecture.name)"
    place = .stored(name + Self.containerSuffix)
    container = "dyld shared cache"
    kind = "system"
    architecture = summary.architecture
    contents = .system
    self.size = size
    self.modified = modified
    self.source = source
    self.cache = cache
    guard !summary.systemBuild.isEmpty else { return }
    let name = summary.systemName.isEmpty ? nil : summary.systemName
    system = SystemBuild(name: name, version: summary.systemVersion, build: summary.systemBuild)
  }

  /// Takes the facts of a source map or a source bundle.
  init(_ contents: Contents, id: ImageID, key: String, size: Int, modified: Int64, source: String) {
    self.id = id
    self.key = key
    name = Path.lastComponent(of: source)
    place = .stored(name)
    container = contents == .sourceMap ? "JSON" : "zip"
    kind = contents == .sourceMap ? "sourceMap" : "sourceBundle"
    self.contents = contents
    self.size = size
    self.modified = modified
    self.source = source
  }

  /// The suffix of a container's name.
  static let containerSuffix = ".symcache"

  /// The suffix of a stored index's name.
  static let indexSuffix = ".symidx"

  /// The record of an index of the file, apart from its size.
  var asIndex: StoreRecord {
    var index = self
    var hash = ContentHash()
    hash.add(Array((key + id.hex).utf8))
    index.key = hash.hex
    index.indexed = contents
    index.contents = .index
    if case .stored(let name) = place { index.place = .stored(name + Self.indexSuffix) }
    return index
  }
}
