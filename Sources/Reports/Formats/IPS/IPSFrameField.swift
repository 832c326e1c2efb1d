import JSONText

/// The keys of frames in `.ips` reports.
enum IPSFrameField: Int, JSONField {
  /// The offset in the image.
  case imageOffset
  /// The function's name.
  case symbol
  /// The distance from the function's start.
  case symbolLocation
  case sourceLine
  case sourceFile
  /// Whether the object is an inlined function.
  case inline
  /// The index into the images.
  case imageIndex

  /// The key in the report.
  var name: String {
    switch self {
    case .imageOffset: "imageOffset"
    case .symbol: "symbol"
    case .symbolLocation: "symbolLocation"
    case .sourceLine: "sourceLine"
    case .sourceFile: "sourceFile"
    case .inline: "inline"
    case .imageIndex: "imageIndex"
    }
  }
}
