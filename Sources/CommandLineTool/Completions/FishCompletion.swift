/// The completion script for fish.
enum FishCompletion {
  /// The script.
  static var text: String {
    let commands = Command.words.map(\.rawValue).joined(separator: " ")
    let verbs = CompletionScript.verbs.joined(separator: " ")
    var lines = [storeWords]
    lines += Command.words.map { complete("__fish_use_subcommand", "-a \($0.rawValue) -d \(quoted($0.summary))") }
    let shells = Shell.allCases.map(\.rawValue).joined(separator: " ")
    lines.append(complete(seen(.completions), "-f -a '\(shells)'"))
    lines.append(complete(seen(.help), "-f -a '\(commands)'"))
    let isVerb = "\(seen(.store)); and not __fish_seen_subcommand_from \(verbs)"
    lines += StoreVerb.allCases.map { complete(isVerb, "-f -a \($0.rawValue) -d \(quoted($0.explanation))") }
    let takesWords = "\(seen(.store)); and __fish_seen_subcommand_from find remove"
    lines.append(complete(takesWords, "-f -a '(__symbolicate_store_words)'"))
    for command in Command.allCases {
      let condition = command == .symbolicate ? "not __fish_seen_subcommand_from \(commands)" : seen(command)
      lines += command.flags.map { complete(condition, option($0)) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static let storeWords = """
    function __symbolicate_store_words
      set -l tokens (commandline -opc)
      set -l options
      if set -l place (contains -i -- --store $tokens)
        set options --store (string replace -r '^~/' "$HOME/" -- $tokens[(math $place + 1)])
      else if set -l joined (string match -r -- '^--store=(.*)' $tokens)
        set options --store (string replace -r '^~/' "$HOME/" -- $joined[2])
      end
      $tokens[1] store-words $options (commandline -ct) 2>/dev/null
    end
    """

  private static func seen(_ command: Command) -> String { "__fish_seen_subcommand_from \(command.rawValue)" }

  private static func complete(_ condition: String, _ rest: String) -> String {
    "complete -c symbolicate -n '\(condition)' \(rest)"
  }

  private static func option(_ flag: Flag) -> String {
    let names = flag.spellings.map { name in
      name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : (name.utf8.count == 2 ? "-s " : "-o ") + name.dropFirst()
    }.joined(separator: " ")
    let value =
      switch flag.value {
      case .choice(_, let words): " -x -a '\(words.joined(separator: " "))'"
      case .path: " -r"
      case .text: " -x"
      case nil: ""
      }
    return names + value + " -d " + quoted(flag.help)
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) } + "'"
  }
}
