internal import Triage

/// The marks of groups for people.
enum FlagWords {
  /// Returns the words of a mark, and what it means.
  static func of(_ flag: GroupSummary.Flag) -> (words: String, meaning: String) { words[flag.rawValue] ?? (flag.rawValue, "") }

  private static let words = [
    "new": ("new", "not in the baseline"),
    "rising": ("rising", "a larger share of all events than in the baseline"),
    "falling": ("falling", "a smaller share of all events than in the baseline"),
    "regressed": ("back again", "gone for a version, and back"),
    "launch": ("at launch", "crashes at launch"),
    "loop": ("crash loop", "part of a crash loop: the device crashes at every launch"),
    "os-specific": ("one system version", "nearly all on one major version of the system, which most events are not on"),
    "unsymbolicated": ("no debug file", "the function has no name; its debug file is missing"),
    "low-quality": ("no app function", "no function of the app is in the key"),
  ]
}
