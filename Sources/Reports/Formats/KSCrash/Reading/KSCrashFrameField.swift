import JSONText

/// The keys of frames in KSCrash reports.
enum KSCrashFrameField: Int, JSONField {
  /// The frame's address.
  case instructionAddr
  /// The load address of the image.
  case objectAddr
  /// The image's name or path.
  case objectName
  /// The image's UUID.
  case objectUUID
  /// The start of the function.
  case symbolAddr
  /// The function's name.
  case symbolName

  /// The key in the report.
  var name: String {
    switch self {
    case .instructionAddr: "instruction_addr"
    case .objectAddr: "object_addr"
    case .objectName: "object_name"
    case .objectUUID: "object_uuid"
    case .symbolAddr: "symbol_addr"
    case .symbolName: "symbol_name"
    }
  }
}
