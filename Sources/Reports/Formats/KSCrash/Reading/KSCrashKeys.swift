import CrashModel

/// The keys of a frame's object in a KSCrash report that hold its name.
enum KSCrashKeys {
  /// Plans what `dladdr` would have answered on the device: the name as the linker knows it.
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
