/// What changes the triage of reports.
package struct TriageOptions: Sendable {
  package var rules = RuleSet.standard
  /// A crash within this number of seconds after launch is a launch crash.
  package var launchSeconds = 5.0
  /// The number of functions of the app in a key, at least 1; helpers come on top.
  package var depth = 1

  /// Goes into the hashes of devices.
  package var deviceSalt = ""

  /// The standard rules, 5 seconds, one function.
  package init() {}
}
