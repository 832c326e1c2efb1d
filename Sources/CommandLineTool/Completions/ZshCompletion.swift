/// The completion script for zsh: also works as a file `_symbolicate` in a directory of `$fpath`.
enum ZshCompletion {
  /// The script.
  static var text: String {
    let cases = Command.words.map { command in
      // Options with several letters after one dash are no groups of letters.
      "    \(command.rawValue)) _arguments \(command.isDropIn ? "" : "-s ")\(arguments(command)) ;;\n"
    }
    let described = { (entries: [(String, String)]) in
      entries.map { "'\($0.0):\(quoted($0.1))'" }.joined(separator: " ")
    }
    let verbs = StoreVerb.allCases.map { ($0.rawValue, $0.explanation) }
    return """
      #compdef symbolicate
      _symbolicate_commands() {
        local -a commands=(\(described(Command.words.map { ($0.rawValue, $0.summary) })))
        _describe command commands
      }
      _symbolicate_store() {
        local -a verbs=(\(described(verbs)))
        local -a found options
        local verb=${${words[3,CURRENT-1]}[(r)(\(CompletionScript.verbs.joined(separator: "|")))]}
        local -i place=${words[(I)--store]}
        if (( place )); then options=(--store ${words[place+1]/#\\~\\//$HOME/}); fi
        place=${words[(I)--store=*]}
        if (( place )); then options=(--store ${${words[place]#--store=}/#\\~\\//$HOME/}); fi
        case $verb in
          '') _describe verb verbs ;;
          find|remove)
            found=(${(f)"$(_call_program store-words ${words[1]} store-words $options ${(q)PREFIX} 2>/dev/null)"})
            found=(${found//:/\\\\:})
            found=(${found/$'\\t'/:})
            _describe 'ID or name' found ;;
          add) _files ;;
        esac
      }
      _symbolicate() {
        case ${words[2]} in
      \(cases.joined())    *) if (( CURRENT == 2 )); then _symbolicate_commands; fi
          _arguments -s \(arguments(.symbolicate)) ;;
        esac
      }
      if [[ $funcstack[1] == _symbolicate ]]; then _symbolicate "$@"; else compdef _symbolicate symbolicate; fi

      """
  }

  private static func arguments(_ command: Command) -> String {
    let options = command.flags.flatMap { flag in
      CompletionScript.spellings(flag).map { name in
        let end = flag.value == nil || command.isDropIn ? "" : name.hasPrefix("--") ? "=" : "+"
        return "'*\(name)\(end)[\(quoted(flag.help))]\(action(flag))'"
      }
    }
    return (options + operands(of: command)).joined(separator: " ")
  }

  private static func operands(of command: Command) -> [String] {
    switch command {
    case .completions: ["'2:shell:(\(Shell.allCases.map(\.rawValue).joined(separator: " ")))'"]
    case .help: ["'2:command:_symbolicate_commands'"]
    case .version, .selfTest, .config: []
    case .store: ["'*:operand:_symbolicate_store'"]
    default: ["'*:file:_files'"]
    }
  }

  private static func action(_ flag: Flag) -> String {
    switch flag.value {
    case .choice(let word, let words): ":\(word):(\(words.joined(separator: " ")))"
    case .path(let word): ":\(word):_files"
    case .text(let word): ":\(word): "
    case nil: ""
    }
  }

  /// Escapes text inside brackets inside single quotes.
  private static func quoted(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":": result += "\\\(character)"
      default: result.append(character)
      }
    }
  }
}
