internal import CrashModel

/// A rule that finds a cause.
struct CauseRule: Hashable, Sendable {
  /// The identifier; several rules may share one.
  var id: String
  /// The family, for people.
  var family = "other"
  /// How far a match reaches.
  var confidence = TriageCause.Confidence.hint
  /// Whether it counts only where no other rule finds a certain or likely cause.
  var isFallback = false
  /// All of them must hold.
  var conditions: [Alternatives] = []
  /// What to do.
  var advice = ""
}

/// A rule that changes groups: `group NAME` puts all matching reports into one, `split NAME` tells them apart by their reasons.
struct GroupRule: Hashable, Sendable {
  /// The name, which becomes the key of a group.
  var name: String
  /// Whether it splits.
  var isSplit: Bool
  /// All of them must hold.
  var conditions: [Alternatives] = []
}
