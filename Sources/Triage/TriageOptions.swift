/// What changes the triage of reports.
public struct TriageOptions: Sendable {
  /// The rules.
  public var rules = RuleSet.standard
  /// A crash within this number of seconds after launch is a launch crash.
  public var launchSeconds = 5.0
  /// The number of functions of the app in a key, at least 1; helpers come on top.
  public var depth = 1

  /// Goes into the hashes of devices.
  public var deviceSalt = ""

  /// The standard rules, 5 seconds, one function.
  public init() {}
}
