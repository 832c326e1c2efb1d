internal import Bytes
internal import ObjectFiles
public import SymbolModel

/// What a store has on record of one debug file under one ID: the contents of `info.json`.
public struct StoreRecord: Hashable, Sendable {
  /// Where the contents are.
  public enum Place: Hashable, Sendable {
    /// In the entry's folder, under this name.
    case stored(String)
    /// Where they were when they were added (`--link`): an absolute path.
    case linked(String)
  }

  /// How much a file can tell. The raw value is the word in `info.json` and in lists.
  public enum Contents: String, Sendable {
    /// Symbols that other images link against, or none.
    case exports
    /// A symbol table.
    case symbols
    /// No debug file but the index that was made of one (`--index-only`).
    case index
    /// Debug information.
    case dwarf

    /// From `ObjectFile.contentRank`.
    public init(rank: Int) { self = rank >= 3 ? .dwarf : rank == 2 ? .symbols : .exports }

    /// As `ObjectFile.contentRank` counts.
    public var rank: Int {
      switch self {
      case .dwarf: 3
      case .symbols, .index: 2
      case .exports: 1
      }
    }

  }

  /// The UUID or build-id.
  public var id: ImageID
  /// Tells files with one ID apart: a hash of the size, the beginning and the end, 16 hexadecimal digits.
  public var key: String
  /// The image's name: the file's own without `.debug`.
  public var name: String
  /// Where the contents are.
  public var place: Place
  /// The file format.
  public var container = ""
  /// What the file is for, as `ObjectFile.Kind` names it.
  public var kind = ""
  /// The architecture; nil when unknown.
  public var architecture: Architecture?
  /// How much the file can tell.
  public var contents: Contents
  /// Of an index, how much the file could tell that it was made of; nil for debug files.
  public var indexed: Contents?
  /// The file's size in bytes.
  public var size: Int
  /// When the file was last changed before it was added, in nanoseconds since 1970: for most the date of the build.
  public var modified: Int64 = 0
  /// When it was added, in seconds since 1970.
  public var added: Int64 = 0
  /// The path that it was added from; for a file of an archive that of the archive, a slash and the name inside.
  public var source = ""
  /// The hash of all contents (`ContentHash` in pieces of 1 MB), 16 hexadecimal digits; nil for a file that stays where it was.
  public var hash: String?
  /// What the bundle around it says.
  public var bundle = BundleFacts()
  /// The operating system that it is a part of, when it lay in a folder of device support.
  public var system: SystemBuild?

  /// Orders files with one ID: a debug file before the index of an equal one, an index before a file with less in it.
  var quality: Int { 2 * (indexed ?? contents).rank + (indexed == nil ? 1 : 0) }

  /// The store's word for what a record of an object file says; the rest is filled in by whoever adds it.
  init(_ object: ObjectFile, id: ImageID, key: String, name: String, place: Place, size: Int, modified: Int64, source: String) {
    self.id = id
    self.key = key
    self.name = name
    self.place = place
    container = object.container.rawValue
    kind = object.kind.rawValue
    architecture = object.architecture
    contents = Contents(rank: object.contentRank)
    self.size = size
    self.modified = modified
    added = 0
    self.source = source
  }
}

extension StoreRecord {
  /// What the name of a stored index ends in.
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
