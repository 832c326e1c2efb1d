internal import CrashModel
internal import Rendering

/// The causes of failures as titles.
enum CauseTitle {
  /// Returns a cause: `Member of a null pointer`.
  static func of(_ id: String) -> String { capitalized(CauseWords.title(id)) }

  /// Returns a cause with how sure it is: `Likely: member of a null pointer`.
  static func of(_ id: String, _ confidence: TriageCause.Confidence?) -> String {
    capitalized(CauseWords.phrase(id, confidence ?? .hint))
  }

  private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
