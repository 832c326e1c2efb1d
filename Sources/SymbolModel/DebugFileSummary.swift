/// The facts about one debug file that `symbolicate inspect` prints.
package struct DebugFileSummary: Hashable, Sendable {
  /// One architecture slice of the file, and its contents.
  package struct Slice: Hashable, Sendable {
    /// The UUID or build ID, or nil if the file has none.
    package var id: ImageID?
    /// The architecture, or nil if unknown.
    package var architecture: Architecture?
    /// The size of the slice in bytes, or nil if unknown.
    package var size: Int?
    /// `Mach-O` or `ELF`.
    package var container = ""
    /// The purpose of the slice, as `ObjectFile.Kind` names it.
    package var kind = ""
    /// Whether there is debug information.
    package var hasDWARF = false
    /// The DWARF versions of its units, ascending, or empty if there is none or it was not read.
    package var versions: [Int] = []
    /// The number of its units.
    package var units = 0
    /// Whether the debug information is split: the units only point to other files, or it is one of those (`.dwo`, `.dwp`).
    package var isSplit = false
    /// The problem with the debug information, one clause, or nil if there is none.
    package var damage: String?
    /// The number of functions and other code in the symbol table, or nil if it was not read.
    package var symbols: Int?
    /// The number of functions with lines in a symbol file of Breakpad, or nil for other files.
    package var functions: Int?
    /// Whether those are only what other images link against.
    package var isExportsOnly = false
    /// Whether the cache holds an index of it.
    package var isIndexed = false
    /// Whether the store holds a file with the same ID.
    package var isStored = false
    /// The debug file that a stripped ELF file leads to, or nil if there is none or it is not there.
    package var companion: String?

    /// Describes a slice of which nothing is known yet.
    package init() {}
  }

  /// The path, for a file of an archive the archive's, a slash and the name inside.
  package var path: String
  /// The size of the file in bytes, or nil if unknown.
  package var size: Int?
  /// The bundle identifier of the app or framework that it belongs to.
  package var bundleID: String?
  /// The version of that app or framework, for example `4.2.0`.
  package var version: String?
  /// Its build number.
  package var build: String?
  /// The slices in the order of the file.
  package var slices: [Slice] = []

  /// Describes a file of which nothing but its path is known yet.
  package init(path: String) { self.path = path }
}
