import Bytes
import CrashModel
import SymbolModel

/// One frame of Crashlytics:
///
///     1  Shop                           0x8d0c (Missing UUID 4c4c440155553144a100000000000001)
///     2  Shop                           0xbb00 main + 10 (main.swift:10)
///     3  ???                            0x1860ffff0 (Missing)
///
/// The number before a file is its line, not a distance.
struct CrashlyticsFrameLine {
  /// The number of the frame.
  let index: Int
  /// The bytes of the image's name.
  let image: Range<Int>
  /// The offset in the image, or the address.
  let value: UInt64
  /// The image's UUID, if the symbols of the image were missing.
  private(set) var id: ImageID?
  /// The UUID as printed.
  private(set) var idText: String?
  /// The name, file and line.
  private(set) var reported: ReportedSymbol?
  /// Whether the line is a function that was inlined into that of the next line.
  let isInlined: Bool
  /// The bytes after the number, which names replace.
  let tail: Range<Int>

  /// Whether Crashlytics had no symbols for the frame.
  let isMissing: Bool

  /// Reads a line without its end. Returns nil for any other line.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    guard let columns = AppleTextFrameLine(bytes, line), !columns.image.isEmpty else { return nil }
    index = columns.index
    image = columns.image
    value = columns.address
    tail = TextScan.trimmed(bytes, columns.tail)
    isMissing = TextScan.hasPrefix(bytes, tail, Self.mark)
    guard isMissing else {
      let text = AppleTextFrameTail(bytes, tail, image: image)
      isInlined = text.inlined
      reported = text.reported(bytes)
      // Distances in code of the app are wrong, and no distance is larger than that from the image's start.
      if reported?.file != nil || (reported?.offset ?? 0) > value { reported?.offset = nil }
      return
    }
    isInlined = false
    let uuid = Self.mark + " UUID "
    guard TextScan.hasPrefix(bytes, tail, uuid), let close = TextScan.find(bytes, tail, ")") else { return }
    let digits = tail.lowerBound + uuid.utf8.count..<close
    id = ImageID(hexadecimal: bytes.span.extracting(digits))
    if id != nil { idText = TextScan.text(bytes, digits) }
  }

  /// The beginning of the text of a frame without symbols.
  static let mark = "(Missing"
}
