import CrashModel
import JSONText

/// One frame object of an `.ips` report.
struct IPSFrame {
  /// The index into the images.
  private(set) var image: Int?
  /// The offset in the image.
  private(set) var offset: UInt64?
  /// Whether the object is an inlined function; its caller follows with the same address.
  private(set) var isInlined = false
  /// The reporter's name, or nil if there is none.
  private(set) var reported: ReportedSymbol?
  /// The object's bytes.
  let sourceRange: Range<Int>
  /// Whether the object's closing brace is there.
  let isWhole: Bool

  /// Reads the frame of the current object.
  init(_ row: borrowing JSONRow<IPSFrameField>) {
    sourceRange = row.range
    isWhole = row.isWhole
    image = row.int(.imageIndex)
    offset = row.bits(.imageOffset)
    isInlined = row.bool(.inline) == true
    if row.has(.symbol) || row.has(.symbolLocation) || row.has(.sourceFile) || row.has(.sourceLine) {
      let symbol = ReportedSymbol(
        symbol: row.string(.symbol), offset: row.uint64(.symbolLocation), file: row.string(.sourceFile),
        line: row.uint64(.sourceLine).flatMap { UInt32(exactly: $0) })
      if symbol.isKnown { reported = symbol }
    }
  }

  /// Returns whether two objects hold the same address.
  func isSamePlace(_ other: IPSFrame) -> Bool { image == other.image && offset == other.offset }
}

extension ReportedSymbol {
  /// Whether anything is known.
  fileprivate var isKnown: Bool { symbol != nil || offset != nil || file != nil || line != nil }
}
