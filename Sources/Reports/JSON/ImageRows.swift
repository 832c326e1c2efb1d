import CrashModel
import JSONText

/// Reads the images of a JSON report, one object after the other, with those that are known from other reports.
struct ImageRows<Field: JSONField> {
  /// The members of the object that is read.
  private(set) var row = JSONRow(Field.self)
  /// The fields that say what image it is, not where it lies.
  private let saying: [Field.RawValue]
  private let known: KnownImages?
  /// What begins the words of these images, and tells them from those of other formats.
  private let mark: [UInt8]
  private var words: [UInt8] = []

  /// Prepares to read images of which the fields `saying` say what they are, in reports of a format. What they depend on besides,
  /// if anything, is `context`.
  init(saying: [Field], _ format: ReportFormat, context: String = "", known: KnownImages?) {
    self.saying = saying.map { $0.rawValue }
    self.known = known
    mark = Array("\(format.rawValue) \(context.utf8.count) \(context)".utf8)
  }

  /// Reads an object; `read` makes an image from the fields that say what it is. Where it lies is to be filled in.
  mutating func image(_ value: JSONValue, _ read: (JSONRow<Field>) -> BinaryImage) -> BinaryImage {
    row.read(value)
    guard let known else { return read(row) }
    words.removeAll(keepingCapacity: true)
    words += mark
    row.append(saying, to: &words)
    if let image = known.image(saying: words.span) { return image }
    let image = read(row)
    known.keep(image, saying: words.span)
    return image
  }
}
