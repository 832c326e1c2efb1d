import JSONText

/// What is looked for in every image of a KSCrash report.
enum KSCrashImageField: Int, JSONField {
  /// Where it begins.
  case imageAddr
  /// Its size in bytes.
  case imageSize
  /// Its path.
  case path
  /// Its UUID.
  case uuid
  /// Mach's type of its processor.
  case cpuType
  /// Mach's subtype of its processor.
  case cpuSubtype

  /// What is the same wherever the image lies.
  static let whatItIs: [KSCrashImageField] = [.path, .uuid, .cpuType, .cpuSubtype]

  /// The name in the report.
  var name: String {
    switch self {
    case .imageAddr: "image_addr"
    case .imageSize: "image_size"
    case .path: "name"
    case .uuid: "uuid"
    case .cpuType: "cpu_type"
    case .cpuSubtype: "cpu_subtype"
    }
  }
}
