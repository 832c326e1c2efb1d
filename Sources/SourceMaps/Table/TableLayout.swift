/// The flat form of a decoded map, which is searched without unpacking it, mapped from the cache or in memory.
///
/// All numbers are little-endian 32-bit words. A file is a header, then the sections in the order of `TableHeader`. Each bundle
/// of an app (`x_facebook_segments`) is a separate table inside the strings' section of the first one, found through `segments`.
/// The mappings come last: they are decoded into their place, and the rest is written in front of them.
enum TableLayout {
  /// `symjsmap` and the version of the layout.
  static let magic: [UInt32] = [0x6a6d_7973, 0x7061_6d73, 2]
  /// Words of the header: magic (3), counts in the order of `TableHeader.Count`, checksum (2).
  static let headerWords = magic.count + TableHeader.Count.allCases.count + 2

  /// Words of an entry of `sources`: path (start, length; length `none` for null), flags, first function, content's file, start, end.
  static let sourceWords = 7
  /// Bit 0 of a source's flags: ignored. Bit 1: it has functions.
  static let ignored: UInt32 = 1
  static let hasFunctions: UInt32 = 2
  /// The length that marks a missing string.
  static let none = UInt32.max
  /// Words of an entry of `names`, `files` and `facts`: start and length in the strings.
  static let stringWords = 2
  /// Words of an entry of `segments`: number, start and length in the strings.
  static let segmentWords = 3
}

/// The counts of a table's sections, in the order in which the sections follow the header.
struct TableHeader {
  /// The sections.
  enum Count: Int, CaseIterable {
    /// Generated lines: their numbers, then the same number of starts.
    case lines
    /// Sources; one more entry ends the functions of the last one.
    case sources
    /// Names of mappings, then names of functions.
    case names
    /// Functions: lines, columns, names, one array after the other.
    case functions
    /// Files that sections of the map name.
    case files
    /// Segments of Hermes' function offsets: number, first offset; one more entry ends the last one.
    case offsetSegments
    /// Hermes' function offsets.
    case offsets
    /// Modules of RAM bundles: their lines; `UInt32.max` for a missing one.
    case modules
    /// Further bundles of the app.
    case segments
    /// The debug ID and the name of the generated file: always 2.
    case facts
    /// Bytes of strings.
    case strings
    /// Mappings, see `Mappings.words`.
    case mappings
  }

  /// The count of each section.
  var counts = [UInt32](repeating: 0, count: Count.allCases.count)

  /// The count of one section.
  subscript(_ count: Count) -> Int { Int(counts[count.rawValue]) }

  /// Returns the size of a section in 32-bit words; the strings are rounded up to whole words.
  func words(_ count: Count) -> Int {
    let number = self[count]
    switch count {
    case .lines: return 2 * number
    case .mappings: return Mappings.segmentWords * number
    case .sources: return TableLayout.sourceWords * (number + 1)
    case .names, .files, .facts: return TableLayout.stringWords * number
    case .functions: return 3 * number
    case .offsetSegments: return 2 * (number + 1)
    case .offsets, .modules: return number
    case .segments: return TableLayout.segmentWords * number
    case .strings: return (number + 3) / 4
    }
  }

  /// Returns the start of a section, in 32-bit words from the start of the table.
  func start(_ wanted: Count) -> Int {
    Count.allCases.prefix(wanted.rawValue).reduce(TableLayout.headerWords) { $0 + words($1) }
  }

  /// The size of the whole table in 32-bit words.
  var totalWords: Int { start(.mappings) + words(.mappings) }
}
