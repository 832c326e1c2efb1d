/// Names of JavaScript functions.
public enum ScriptNames {
  /// The name to print for a function without one.
  public static let anonymous = "<anonymous>"

  /// Returns whether a text is a function's name, and not what engines and tools write if there is none.
  public static func isKnown(_ text: String) -> Bool {
    switch text {
    case "", "anonymous", anonymous, "<unknown>", "?", "??", "???", "?anon_0_": false
    default: true
    }
  }
}
