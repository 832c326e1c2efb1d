/// The reliability of a fingerprint, the best first. The raw value is the name in JSON output.
package enum GroupQuality: String, Sendable, CaseIterable {
  /// The key names functions of the app.
  case ok
  /// No frame of the app takes part: the key names system functions.
  case system
  /// The key holds an image, its ID and an offset, because no debug file names the app's frame.
  case unsymbolicated
  /// The main thread waited for events when it was sampled.
  case idle
  /// Only functions that every crash of this class has in common are left.
  case machinery
  /// There is no call stack.
  case empty

  /// The position among all, from the best.
  package var order: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }

  /// Whether the key holds no function of the app, with or without its name.
  package var isLow: Bool {
    switch self {
    case .ok, .unsymbolicated: false
    case .system, .idle, .machinery, .empty: true
    }
  }
}
