import CrashModel

/// The keys of a frame's object in a KSCrash report that hold its name.
enum KSCrashKeys {
  /// Plans the values that `dladdr` would have returned on the device: the name is the linker's.
  static func set(
    _ object: inout JSONObjectEditor, _ frame: JSONAnswerEditor.AnsweredFrame, _ edits: inout ByteEdits
  ) {
    guard let symbol = frame.resolution.sources.last?.linkageName ?? frame.resolution.symbol, let start = frame.symbolStart else {
      return
    }
    object.set("symbol_name", string: symbol, &edits)
    object.set("symbol_addr", number: start, &edits)
  }
}
