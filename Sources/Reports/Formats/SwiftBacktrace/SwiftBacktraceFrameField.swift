import JSONText

/// The keys of frames in Swift backtraces.
enum SwiftBacktraceFrameField: Int, JSONField {
  /// The kind of frame.
  case kind
  /// The frame's address.
  case address
  /// The function's mangled name.
  case symbol
  /// The distance from the function's start.
  case offset
  /// The demangled name with the offset.
  case description
  /// The image's name.
  case image
  /// File, line and column.
  case sourceLocation
  /// Whether it is an inlined function.
  case inlined
  /// The number of omitted frames.
  case count
  /// Whether the image is the system's: not used.
  case system

  /// The key in the report.
  var name: String {
    switch self {
    case .kind: "kind"
    case .address: "address"
    case .symbol: "symbol"
    case .offset: "offset"
    case .description: "description"
    case .image: "image"
    case .sourceLocation: "sourceLocation"
    case .inlined: "inlined"
    case .count: "count"
    case .system: "system"
    }
  }
}
