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
  static func spellings(_ flag: Flag) -> [String] { (flag.short.map { ["-\($0)"] } ?? []) + [flag.long] }

  /// The verbs of `store`.
  static let verbs = StoreVerb.allCases.map(\.rawValue)

  /// Every option once, even if several commands have it.
  static var uniqueFlags: [Flag] {
    Flag.Name.allCases.compactMap { name in Command.allCases.flatMap(\.flags).first { $0.name == name } }
  }
}
