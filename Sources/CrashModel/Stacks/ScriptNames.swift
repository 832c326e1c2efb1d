/// Names of JavaScript functions.
package enum ScriptNames {
  /// The name to print for a function without one.
  package static let anonymous = "<anonymous>"

  /// Returns whether a text is a function's name, and not what engines and tools write if there is none.
  package static func isKnown(_ text: String) -> Bool {
    switch text {
    case "", "anonymous", anonymous, "<unknown>", "?", "??", "???", "?anon_0_": false
    default: true
    }
  }
}
