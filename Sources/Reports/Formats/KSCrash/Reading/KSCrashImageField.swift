import JSONText

/// The keys of images in KSCrash reports.
enum KSCrashImageField: Int, JSONField {
  /// The load address.
  case imageAddr
  /// Its size in bytes.
  case imageSize
  /// Its path.
  case path
  /// Its UUID.
  case uuid
  /// The Mach type of its processor.
  case cpuType
  /// The Mach subtype of its processor.
  case cpuSubtype

  /// The fields that do not depend on the load address.
  static let whatItIs: [KSCrashImageField] = [.path, .uuid, .cpuType, .cpuSubtype]

  /// The key in the report.
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
