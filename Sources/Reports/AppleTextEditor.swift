import CrashModel

/// Writes names into Apple's text reports.
enum AppleTextEditor {
  /// The text with the tails of its frames replaced by `lines`, innermost first; nil keeps a frame as it is.
  static func fill(_ bytes: [UInt8], reports: [CrashReport], lines: (_ part: Int, _ frame: Int) -> [String]?) -> [UInt8] { bytes }
}
