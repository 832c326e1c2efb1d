import JSONText

/// What is looked for in every image of an `.ips` report.
enum IPSImageField: Int, JSONField {
  /// Which kind of image it is.
  case source
  /// The processor.
  case arch
  /// Where it begins.
  case base
  /// Its size in bytes.
  case size
  /// Its UUID.
  case uuid
  /// Its path.
  case path
  /// Its name.
  case label
  /// The bundle that it is of.
  case bundleIdentifier
  /// The version of that bundle.
  case bundleShortVersionString

  /// What is the same wherever the image lies.
  static let whatItIs: [IPSImageField] = [.source, .arch, .uuid, .path, .label, .bundleIdentifier, .bundleShortVersionString]

  /// The name in the report.
  var name: String {
    switch self {
    case .source: "source"
    case .arch: "arch"
    case .base: "base"
    case .size: "size"
    case .uuid: "uuid"
    case .path: "path"
    case .label: "name"
    case .bundleIdentifier: "CFBundleIdentifier"
    case .bundleShortVersionString: "CFBundleShortVersionString"
    }
  }
}
