import JSONText

/// The keys of images in KSCrash reports, and of the crash info that libraries leave for the reporter in them.
enum KSCrashImageField: Int, JSONField {
  /// The load address.
  case imageAddr
  /// Its size in bytes.
  case imageSize
  case path
  case uuid
  /// The Mach type of its processor.
  case cpuType
  /// The Mach subtype of its processor.
  case cpuSubtype
  /// A message of the library.
  case message
  /// Another message.
  case message2
  /// The crash signature.
  case signature
  /// A stack in the form of `callStackSymbols`.
  case backtrace
  /// The load address in the file: not used.
  case linkAddress
  /// The numbers of the version: not used.
  case major
  /// See `major`.
  case minor
  /// See `major`.
  case revision

  /// The fields that do not depend on the load address.
  static let whatItIs: [KSCrashImageField] = [.path, .uuid, .cpuType, .cpuSubtype]

  /// The fields of crash info.
  static let crashInfo: [KSCrashImageField] = [.message, .message2, .signature, .backtrace]

  /// The key in the report.
  var name: String {
    switch self {
    case .imageAddr: "image_addr"
    case .imageSize: "image_size"
    case .path: "name"
    case .uuid: "uuid"
    case .cpuType: "cpu_type"
    case .cpuSubtype: "cpu_subtype"
    case .message: "crash_info_message"
    case .message2: "crash_info_message2"
    case .signature: "crash_info_signature"
    case .backtrace: "crash_info_backtrace"
    case .linkAddress: "image_vmaddr"
    case .major: "major_version"
    case .minor: "minor_version"
    case .revision: "revision_version"
    }
  }
}
