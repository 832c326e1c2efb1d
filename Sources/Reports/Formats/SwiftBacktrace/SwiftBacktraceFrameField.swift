import JSONText

/// What is looked for in every frame of a Swift backtrace.
enum SwiftBacktraceFrameField: Int, JSONField {
  /// What kind of frame it is.
  case kind
  /// The frame's address.
  case address
  /// The function's name as linked.
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
  /// How many frames were left out.
  case count

  /// The name in the report.
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
    }
  }
}
