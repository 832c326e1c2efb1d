internal import System

/// Distinguishes a mistyped command from the name of a report.
enum CommandWord {
  /// Returns the error for a first operand that has neither path nor extension, is not a file, and is a command, a verb of
  /// `store`, or close to one. Returns nil if it may be the name of a report. `isFirst` is false if anything precedes it on the
  /// command line.
  static func mistake(in word: String, isFirst: Bool) -> UsageError? {
    guard word.utf8.first != UInt8(ascii: "-"), word.utf8.allSatisfy(isPlain) else { return nil }
    let lower = word.lowercased()
    let commands = Command.words.map(\.rawValue)
    if isFirst, commands.contains(word) { return nil }
    if isFirst, let advice = foreign[lower] {
      guard FileSystem.status(word) == nil else { return nil }
      return UsageError("no command or file named '\(word)'; \(advice)", command: .symbolicate)
    }
    let meant: String
    if let verb = StoreVerb(rawValue: lower), verb != .path {
      meant = "store \(verb.rawValue)"
    } else if let near = Spelling.nearest(to: lower, among: commands) {
      meant = near
    } else {
      return nil
    }
    guard FileSystem.status(word) == nil else { return nil }
    if !isFirst, meant == word {
      return UsageError("the command comes first: 'symbolicate \(word) ...'", command: .symbolicate)
    }
    return UsageError("no command or file named '\(word)'; did you mean 'symbolicate \(meant)'?", command: .symbolicate)
  }

  /// The commands of other tools, and what does their work here.
  private static let foreign = [
    "difutil": "'symbolicate inspect FILE' shows what is in a debug file, 'symbolicate check APP' what a build lacks",
    "debug-files": "'symbolicate inspect FILE' shows what is in a debug file, 'symbolicate check APP' what a build lacks",
    "upload-dif": "'symbolicate store add PATH' keeps debug files where they are found",
    "dwarfdump": "'symbolicate inspect FILE' prints UUIDs and contents of a debug file",
    "symbolicatecrash": "'symbolicate REPORT -s DSYM' does the same",
  ]

  /// Returns the command that a word names, for `help`. Throws if it names none.
  static func command(_ word: String) throws(UsageError) -> Command {
    if let command = Command(rawValue: word) { return command }
    let near = Spelling.nearest(to: word.lowercased(), among: Command.words.map(\.rawValue))
    throw UsageError("no command named '\(word)'" + (near.map { "; did you mean '\($0)'?" } ?? ""), command: .symbolicate)
  }

  /// Returns whether a byte is a letter, digit, hyphen or underscore. The name of a report with an extension or a path has other
  /// bytes, too.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
