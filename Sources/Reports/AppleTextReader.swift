import CrashModel

/// Reads Apple's text reports and their kin.
enum AppleTextReader {
  /// Whether the bytes hold a text report.
  static func recognises(_ bytes: [UInt8]) -> Bool { false }

  /// Reads all reports of a text.
  static func read(_ bytes: [UInt8]) -> [CrashReport] { [] }
}
