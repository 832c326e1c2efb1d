import CrashModel

/// The class of a failure for people.
enum FailureWords {
  /// Returns the class itself, or, if nothing in the report tells it, what kind of report it is.
  static func of(_ failure: FailureClass, isCrash: Bool) -> String {
    failure == .unknown ? (isCrash ? "crash" : "report") : failure.name
  }
}
