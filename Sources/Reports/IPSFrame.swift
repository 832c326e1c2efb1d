import CrashModel
import JSONText

/// One frame object of an `.ips` report.
struct IPSFrame {
  /// The index into the images.
  private(set) var image: Int?
  /// The distance from the image's base.
  private(set) var offset: UInt64?
  /// Whether the object is an inlined function; its caller follows with the same address.
  private(set) var isInlined = false
  /// The reporter's name; nil when there is none.
  private(set) var reported: ReportedSymbol?
  /// The object's bytes.
  let place: Range<Int>
  /// Whether the object's closing brace is there.
  let isWhole: Bool

  /// What is looked for in every frame, in the order of `Field`.
  static let fields = JSONFields(
    "imageOffset", "symbol", "symbolLocation", "sourceLine", "sourceFile", "inline", "imageIndex")

  private enum Field {
    static let imageOffset = 0
    static let symbol = 1
    static let symbolLocation = 2
    static let sourceLine = 3
    static let sourceFile = 4
    static let inline = 5
    static let imageIndex = 6
  }

  /// Reads a frame object, of which `row` holds the `fields`.
  init(_ value: JSONValue, _ row: JSONRow) {
    place = value.range
    isWhole = value.kind == .object && value.isClosed
    image = row.int(Field.imageIndex)
    offset = row.bits(Field.imageOffset)
    isInlined = row.bool(Field.inline) == true
    let symbol = ReportedSymbol(
      symbol: row.string(Field.symbol), offset: row.uint64(Field.symbolLocation), file: row.string(Field.sourceFile),
      line: row.uint64(Field.sourceLine).flatMap { UInt32(exactly: $0) })
    if symbol.isKnown { reported = symbol }
  }

  /// Whether two objects hold the same address.
  func isSamePlace(_ other: IPSFrame) -> Bool { image == other.image && offset == other.offset }
}

extension ReportedSymbol {
  /// Whether anything is known.
  fileprivate var isKnown: Bool { symbol != nil || offset != nil || file != nil || line != nil }
}
