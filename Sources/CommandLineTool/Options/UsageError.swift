/// A command line that cannot be carried out.
struct UsageError: Error, Hashable {
  /// What is wrong, one clause.
  let message: String
  /// The command whose help explains it.
  let command: Command

  /// Whether nothing was asked for, so that the whole help says more than a message.
  let wantsHelp: Bool

  /// Records what is wrong.
  init(_ message: String, command: Command, wantsHelp: Bool = false) {
    self.message = message
    self.command = command
    self.wantsHelp = wantsHelp
  }

  /// Where to read on.
  var advice: String {
    command == .symbolicate ? "Try 'symbolicate --help'." : "Try 'symbolicate \(command.rawValue) --help'."
  }
}
