import JSONText
import SymbolModel

/// Writes a parameter or local variable.
enum JSONVariable {
  /// Writes the keys, without the braces.
  static func write(_ variable: FrameVariable, to writer: inout JSONWriter) {
    writer.member("name", variable.name)
    writer.member("type", variable.type)
    writer.member("kind", variable.kind.rawValue)
    writer.member("function", variable.function)
    if variable.inlineDepth > 0 { writer.member("inlined", true) }
    if let reason = variable.value.reason {
      writer.member("reason", reason.rawValue)
    } else {
      writer.member("value", variable.value.text)
      writer.member("from", variable.origins)
    }
  }
}
