import JSONText

/// The keys of images in `.ips` reports.
enum IPSImageField: Int, JSONField {
  /// The kind of image.
  case source
  /// The processor.
  case arch
  /// The load address.
  case base
  /// Its size in bytes.
  case size
  case uuid
  case path
  /// Its name.
  case label
  case bundleIdentifier
  case bundleShortVersionString
  /// The build of the bundle: not used.
  case bundleVersion

  /// The fields that do not depend on the load address.
  static let whatItIs: [IPSImageField] = [.source, .arch, .uuid, .path, .label, .bundleIdentifier, .bundleShortVersionString]

  /// The key in the report.
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
    case .bundleVersion: "CFBundleVersion"
    }
  }
}
