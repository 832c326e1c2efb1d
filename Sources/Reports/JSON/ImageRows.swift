import Bytes
import CrashModel
import JSONText

/// Reads the images of a JSON report, one object after the other, and reuses those of other reports.
struct ImageRows<Field: JSONField>: ~Copyable {
  /// The keys of the current object.
  private(set) var row = JSONRow(Field.self)
  /// The fields that identify the image, without its load address.
  private let saying: [Field.RawValue]
  private let known: KnownImages?
  /// The prefix of these images' key, which distinguishes them from those of other formats.
  private let mark: [UInt8]
  private var words = GrowingBytes()

  /// Prepares to read images of a format that the fields `saying` identify. `context` is anything else that the images depend on.
  init(saying: [Field], _ format: ReportFormat, context: String = "", known: KnownImages?) {
    self.saying = saying.map { $0.rawValue }
    self.known = known
    mark = Array("\(format.name) \(context.utf8.count) \(context)".utf8)
  }

  /// See `JSONRow.readNext`.
  mutating func readNext(_ elements: inout JSONValue.Elements) -> Bool { row.readNext(&elements) }

  /// Returns the image of the current object; `read` creates one from the fields that identify it. The caller fills in its load address.
  mutating func image(_ read: (JSONRow<Field>) -> BinaryImage) -> BinaryImage {
    guard let known else { return read(row) }
    words.removeAll()
    let mark = mark
    words.append(copying: mark.span)
    row.append(saying, to: &words)
    if let image = words.withBytes({ known.image(saying: $0) }) { return image }
    let image = read(row)
    words.withBytes { known.keep(image, saying: $0) }
    return image
  }
}
