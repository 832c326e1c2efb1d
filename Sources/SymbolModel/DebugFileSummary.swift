/// The facts about one debug file that `symbolicate inspect` prints.
public struct DebugFileSummary: Hashable, Sendable {
  /// One architecture slice of the file, and its contents.
  public struct Slice: Hashable, Sendable {
    /// The UUID or build ID, or nil if the file has none.
    public var id: ImageID?
    /// The architecture, or nil if unknown.
    public var architecture: Architecture?
    /// The size of the slice in bytes, or nil if unknown.
    public var size: Int?
    /// `Mach-O` or `ELF`.
    public var container = ""
    /// The purpose of the slice, as `ObjectFile.Kind` names it.
    public var kind = ""
    /// Whether there is debug information.
    public var hasDWARF = false
    /// The DWARF versions of its units, ascending, or empty if there is none or it was not read.
    public var versions: [Int] = []
    /// The number of its units.
    public var units = 0
    /// Whether the debug information is split: the units only point to other files, or it is one of those (`.dwo`, `.dwp`).
    public var isSplit = false
    /// The problem with the debug information, one clause, or nil if there is none.
    public var damage: String?
    /// The number of functions and other code in the symbol table, or nil if it was not read.
    public var symbols: Int?
    /// Whether those are only what other images link against.
    public var isExportsOnly = false
    /// Whether the cache holds an index of it.
    public var isIndexed = false
    /// Whether the store holds a file with the same ID.
    public var isStored = false
    /// The debug file that a stripped ELF file leads to, or nil if there is none or it is not there.
    public var companion: String?

    /// Describes a slice of which nothing is known yet.
    public init() {}
  }

  /// The path, for a file of an archive the archive's, a slash and the name inside.
  public var path: String
  /// The size of the file in bytes, or nil if unknown.
  public var size: Int?
  /// The bundle identifier of the app or framework that it belongs to.
  public var bundleID: String?
  /// The version of that app or framework, for example `4.2.0`.
  public var version: String?
  /// Its build number.
  public var build: String?
  /// The slices in the order of the file.
  public var slices: [Slice] = []

  /// Describes a file of which nothing but its path is known yet.
  public init(path: String) { self.path = path }
}
