import JSONText

/// What is looked for in every frame of a KSCrash report.
enum KSCrashFrameField: Int, JSONField {
  /// The frame's address.
  case instructionAddr
  /// Where the image begins.
  case objectAddr
  /// The image's name or path.
  case objectName
  /// The image's UUID.
  case objectUUID
  /// Where the function begins.
  case symbolAddr
  /// The function's name.
  case symbolName

  /// The name in the report.
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
