/// Writes completion scripts from the table of options.
enum CompletionScript {
  /// The script for one shell.
  static func of(_ shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static func spellings(_ flag: Flag) -> [String] { (flag.short.map { ["-\($0)"] } ?? []) + [flag.long] }

  private static let verbs = StoreVerb.allCases.map(\.rawValue).joined(separator: " ")

  // MARK: bash

  private static var bash: String {
    let words = Command.words.map(\.rawValue).joined(separator: " ")
    let cases = Command.allCases.map { command in
      "    \(command.rawValue)) words=\"\(bashWords(command))\" ;;\n"
    }
    return """
      _symbolicate() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=symbolicate words=
        case ${COMP_WORDS[1]} in \(Command.words.map(\.rawValue).joined(separator: "|"))) command=${COMP_WORDS[1]} ;; esac
        case $previous in
      \(bashValues)  esac
        case $command in
      \(cases.joined())  esac
        if [[ $command == store && $COMP_CWORD == 2 ]]; then
          COMPREPLY=($(compgen -W "\(verbs)" -- "$current"))
          return
        fi
        if [[ $current == -* || $command == completions ]]; then
          COMPREPLY=($(compgen -W "$words" -- "$current"))
          return
        fi
        COMPREPLY=($(compgen -f -- "$current"))
        if [[ $COMP_CWORD == 1 ]]; then COMPREPLY+=($(compgen -W "\(words)" -- "$current")); fi
      }
      complete -o filenames -F _symbolicate symbolicate

      """
  }

  private static func bashWords(_ command: Command) -> String {
    let operands = command == .completions ? Shell.allCases.map(\.rawValue) : []
    return (operands + command.flags.flatMap(spellings)).joined(separator: " ")
  }

  private static var bashValues: String {
    uniqueFlags.compactMap { flag -> String? in
      let pattern = spellings(flag).joined(separator: "|")
      switch flag.value {
      case .choice(_, let words):
        return "    \(pattern)) COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\")); return ;;\n"
      case .path: return "    \(pattern)) COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n"
      case .text: return "    \(pattern)) return ;;\n"
      case nil: return nil
      }
    }.joined()
  }

  /// Every option once, whatever the number of commands that know it.
  private static var uniqueFlags: [Flag] {
    Flag.Name.allCases.compactMap { name in Command.allCases.flatMap(\.flags).first { $0.name == name } }
  }

  // MARK: zsh

  private static var zsh: String {
    let cases = Command.words.map { command in
      "    \(command.rawValue)) _arguments -s \(zshArguments(command)) ;;\n"
    }
    let commands = Command.words.map { "'\($0.rawValue):\(zshQuoted($0.summary))'" }.joined(separator: " ")
    return """
      #compdef symbolicate
      _symbolicate() {
        local -a commands=(\(commands))
        case ${words[2]} in
      \(cases.joined())    *) if (( CURRENT == 2 )); then _describe command commands; fi
          _arguments -s \(zshArguments(.symbolicate)) ;;
        esac
      }
      compdef _symbolicate symbolicate

      """
  }

  private static func zshArguments(_ command: Command) -> String {
    let options = command.flags.flatMap { flag in
      spellings(flag).map { "'*\($0)[\(zshQuoted(flag.help))]\(zshAction(flag))'" }
    }
    let operands =
      command == .completions ? "'*:shell:(\(Shell.allCases.map(\.rawValue).joined(separator: " ")))'" : "'*:file:_files'"
    let verb = command == .store ? ["'2:verb:(\(verbs))'"] : []
    return (options + verb + [operands]).joined(separator: " ")
  }

  private static func zshAction(_ flag: Flag) -> String {
    switch flag.value {
    case .choice(let word, let words): ":\(word):(\(words.joined(separator: " ")))"
    case .path(let word): ":\(word):_files"
    case .text(let word): ":\(word): "
    case nil: ""
    }
  }

  /// Text inside brackets inside single quotes.
  private static func zshQuoted(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":": result += "\\\(character)"
      default: result.append(character)
      }
    }
  }

  // MARK: fish

  private static var fish: String {
    let words = Command.words.map(\.rawValue).joined(separator: " ")
    var lines = Command.words.map { command in
      "complete -c symbolicate -n __fish_use_subcommand -a \(command.rawValue) -d \(fishQuoted(command.summary))"
    }
    let shells = Shell.allCases.map(\.rawValue).joined(separator: " ")
    lines.append("complete -c symbolicate -n '__fish_seen_subcommand_from completions' -f -a '\(shells)'")
    lines.append(
      "complete -c symbolicate -n '__fish_seen_subcommand_from store; and not __fish_seen_subcommand_from \(verbs)' -a '\(verbs)'"
    )
    for command in Command.allCases {
      let condition =
        command == .symbolicate
        ? "'not __fish_seen_subcommand_from \(words)'" : "'__fish_seen_subcommand_from \(command.rawValue)'"
      lines += command.flags.map { "complete -c symbolicate -n \(condition) \(fishOption($0))" }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func fishOption(_ flag: Flag) -> String {
    let names = (flag.short.map { "-s \($0) " } ?? "") + "-l \(flag.name.rawValue)"
    let value =
      switch flag.value {
      case .choice(_, let words): " -x -a '\(words.joined(separator: " "))'"
      case .path: " -r"
      case .text: " -x"
      case nil: ""
      }
    return names + value + " -d " + fishQuoted(flag.help)
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) } + "'"
  }
}
