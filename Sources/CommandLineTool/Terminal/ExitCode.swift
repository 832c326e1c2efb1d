/// The exit statuses of the program. Scripts rely on them.
enum ExitCode {
  static let success: Int32 = 0
  /// A report that was named, or that is in a known format, could not be read.
  static let unreadable: Int32 = 1
  /// The command line is invalid.
  static let usage: Int32 = 2
  /// `--strict` was given, and frames of the app have no name; or `--fail-on` was given, and there is such a group.
  static let unresolvedFrames: Int32 = 3
  /// There was something to resolve and nothing was resolved.
  static let nothingResolved: Int32 = 4
  /// The output could not be written.
  static let unwritable: Int32 = 5
  /// The reader of the output went away: the status that a shell reports for SIGPIPE.
  static let brokenPipe: Int32 = 141

  /// The meanings of the codes, ascending, for the manual.
  static let meanings: [(code: Int32, meaning: String)] = [
    (success, "Done."),
    (unreadable, "A file that was named, or a report in a known format, could not be read."),
    (usage, "Usage error."),
    (
      unresolvedFrames,
      "Debug information is missing: with check, or with --strict, for frames or images of the app. With --fail-on: a group was "
        + "found."
    ),
    (nothingResolved, "There was something to resolve, and nothing could be resolved."),
    (unwritable, "The output could not be written."),
    (brokenPipe, "The reader of the output went away."),
  ]

  /// Returns the effective one of several codes: wrong usage, or the first of 5, 1, 4, 3 that is among them.
  static func worst(of codes: some Sequence<Int32>) -> Int32 {
    let all = Set(codes)
    return [usage, unwritable, unreadable, nothingResolved, unresolvedFrames].first { all.contains($0) } ?? success
  }
}
