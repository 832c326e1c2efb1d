/// The class of a failure for people.
enum FailureWords {
  /// Returns the class itself, or, if nothing in the report tells it, what kind of report it is.
  static func of(_ failure: String, isCrash: Bool) -> String { failure == "none" ? (isCrash ? "crash" : "report") : failure }
}
