/// The completion script for bash.
enum BashCompletion {
  /// The script.
  static var text: String {
    let commands = Command.words.map(\.rawValue)
    return """
      \(storeWords)
      _symbolicate() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=symbolicate options=
        # Readline splits --format=json at the equals sign.
        if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
        case ${COMP_WORDS[1]} in \(commands.joined(separator: "|"))) command=${COMP_WORDS[1]} ;; esac
        if [[ $COMP_CWORD == 1 ]]; then command=symbolicate; fi
        case $command in
      \(Command.allCases.filter(\.isDropIn).map(dropInValues).joined())    *) case $previous in
      \(values(CompletionScript.uniqueFlags))    esac ;;
        esac
        case $command in
      \(Command.allCases.map(options).joined())  esac
        if [[ $current == -* ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
          return
        fi
        case $command in
          completions) mapfile -t COMPREPLY < <(compgen -W "\(list(Shell.allCases.map(\.rawValue)))" -- "$current"); return ;;
          help) mapfile -t COMPREPLY < <(compgen -W "\(list(commands))" -- "$current"); return ;;
          version|self-test) return ;;
          store) _symbolicate_store "$current" && return ;;
        esac
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        if [[ $COMP_CWORD == 1 ]]; then
          mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "\(list(commands))" -- "$current")
        fi
      }
      complete -o filenames -F _symbolicate symbolicate

      """
  }

  /// Completes what is after `store`; fails if a file is expected there.
  private static let storeWords = """
    _symbolicate_store() {
      local verb= index store=
      for ((index = 2; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
          --store) store=${COMP_WORDS[index+1]}; [[ $store == = ]] && store=${COMP_WORDS[index+2]} ;;
          \(CompletionScript.verbs.joined(separator: "|"))) verb=${verb:-${COMP_WORDS[index]}} ;;
        esac
      done
      case $verb in
        '') mapfile -t COMPREPLY < <(compgen -W "\(list(CompletionScript.verbs))" -- "$1") ;;
        find|remove)
          store=${store/#\\~\\//$HOME/}
          mapfile -t COMPREPLY < <("${COMP_WORDS[0]/#\\~\\//$HOME/}" store-words ${store:+--store "$store"} "$1" 2>/dev/null | cut -f 1) ;;
        add) return 1 ;;
      esac
    }
    """

  private static func list(_ words: [String]) -> String { words.joined(separator: " ") }

  private static func options(_ command: Command) -> String {
    "    \(command.rawValue)) options=\"\(list(command.flags.flatMap(CompletionScript.spellings)))\" ;;\n"
  }

  /// Returns the case of a command whose options mean something else than those of the other commands.
  private static func dropInValues(_ command: Command) -> String {
    "    \(command.rawValue)) case $previous in\n\(values(command.flags))    esac ;;\n"
  }

  private static func values(_ flags: [Flag]) -> String {
    flags.compactMap { flag -> String? in
      let pattern = CompletionScript.spellings(flag).joined(separator: "|")
      switch flag.value {
      case .choice(_, let words):
        return "    \(pattern)) mapfile -t COMPREPLY < <(compgen -W \"\(list(words))\" -- \"$current\"); return ;;\n"
      case .path: return "    \(pattern)) mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); return ;;\n"
      case .text: return "    \(pattern)) return ;;\n"
      case nil: return nil
      }
    }.joined()
  }
}
