/// An invalid command line.
struct UsageError: Error, Hashable {
  /// The problem, one clause.
  let message: String
  /// The command whose help explains it.
  let command: Command

  /// Whether the command line was empty, so that the whole help is more useful than a message.
  let wantsHelp: Bool

  /// Records a problem.
  init(_ message: String, command: Command, wantsHelp: Bool = false) {
    self.message = message
    self.command = command
    self.wantsHelp = wantsHelp
  }

  /// The hint where to read on.
  var advice: String {
    command == .symbolicate ? "Try 'symbolicate --help'." : "Try 'symbolicate \(command.rawValue) --help'."
  }
}
