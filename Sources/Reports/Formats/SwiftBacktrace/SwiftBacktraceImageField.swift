import JSONText

/// What is looked for in every image of a Swift backtrace.
enum SwiftBacktraceImageField: Int, JSONField {
  /// The image's name.
  case name
  /// The build-id or UUID.
  case buildID
  /// The image's path.
  case path
  /// Where it begins.
  case base
  /// Where its code ends.
  case end

  /// What is the same wherever the image lies.
  static let whatItIs: [SwiftBacktraceImageField] = [.name, .buildID, .path]

  /// The name in the report.
  var name: String {
    switch self {
    case .name: "name"
    case .buildID: "buildId"
    case .path: "path"
    case .base: "baseAddress"
    case .end: "endOfText"
    }
  }
}
