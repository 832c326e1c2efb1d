import JSONText

/// The keys of images in Swift backtraces.
enum SwiftBacktraceImageField: Int, JSONField {
  /// The image's name.
  case name
  /// The build ID or UUID.
  case buildID
  /// The image's path.
  case path
  /// The load address.
  case base
  /// The end of its code.
  case end

  /// The fields that do not depend on the load address.
  static let whatItIs: [SwiftBacktraceImageField] = [.name, .buildID, .path]

  /// The key in the report.
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
