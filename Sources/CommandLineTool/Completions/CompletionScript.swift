/// Writes completion scripts from the table of options.
enum CompletionScript {
  /// Returns the script for one shell.
  static func of(_ shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletion.text
    case .zsh: ZshCompletion.text
    case .fish: FishCompletion.text
    }
  }

  /// Returns the names of an option with their dashes, the short one first.
  static func spellings(_ flag: Flag) -> [String] { flag.spellings }

  /// The verbs of `store`.
  static let verbs = StoreVerb.allCases.map(\.rawValue)

  /// Every option once, even if several commands have it, without those of drop-in commands.
  static var uniqueFlags: [Flag] {
    let commands = Command.allCases.filter { !$0.isDropIn }
    return Flag.all.compactMap { flag in commands.lazy.compactMap { flag.of($0) }.first }
  }
}
