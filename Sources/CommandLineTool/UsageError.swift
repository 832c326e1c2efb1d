/// A command line that cannot be carried out.
struct UsageError: Error, Hashable {
  /// What is wrong, one clause.
  let message: String
  /// The command whose help explains it.
  let command: Command

  /// Records what is wrong.
  init(_ message: String, command: Command) {
    self.message = message
    self.command = command
  }

  /// Where to read on.
  var advice: String {
    command == .symbolicate ? "Try 'symbolicate --help'." : "Try 'symbolicate \(command.rawValue) --help'."
  }
}
