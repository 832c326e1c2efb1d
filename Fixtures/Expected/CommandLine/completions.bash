_symbolicate() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=symbolicate words=
  case ${COMP_WORDS[1]} in inspect|lookup|store|index|filter|stream|completions|help|version) command=${COMP_WORDS[1]} ;; esac
  case $previous in
    -s|--symbols) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --store) COMPREPLY=($(compgen -f -- "$current")); return ;;
    -f|--format) COMPREPLY=($(compgen -W "text same json ndjson side-by-side markdown" -- "$current")); return ;;
    -o|--output) COMPREPLY=($(compgen -f -- "$current")); return ;;
    -j|--jobs) return ;;
    --image) return ;;
    --map-path) return ;;
    --source-root) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --context) return ;;
    --source-url) return ;;
    --source-map) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --style) COMPREPLY=($(compgen -W "symbolicated side-by-side partially-symbolicated unsymbolicated" -- "$current")); return ;;
    --color) COMPREPLY=($(compgen -W "auto always never" -- "$current")); return ;;
    --progress) COMPREPLY=($(compgen -W "auto never" -- "$current")); return ;;
    --arch) return ;;
    --load) return ;;
    --max-size) return ;;
    --older-than) return ;;
    --keep-last) return ;;
  esac
  case $command in
    symbolicate) words="-s --symbols --store --debuginfod --image --allow-mismatch -f --format -o --output -j --jobs --no-index --strict --no-inlines --no-demangle --full-names --full-paths --map-path --style --source-root --context --source-url --only-crashed --plain --color --progress -q --quiet -v --verbose -h --help --version" ;;
    inspect) words="-s --symbols --store --debuginfod --image --allow-mismatch --json --strict --color -q --quiet -v --verbose -h --help --version" ;;
    lookup) words="--arch --load --no-inlines --no-demangle --full-names --source-map --json --no-index -h --help --version" ;;
    store) words="--store --link --index-only --no-index --json --dry-run --max-size --older-than --keep-last -j --jobs --progress -q --quiet -v --verbose -h --help --version" ;;
    index) words="-j --jobs -q --quiet -h --help --version" ;;
    filter) words="-s --symbols --store --debuginfod --image --allow-mismatch --no-inlines --no-demangle --full-names --full-paths --map-path --source-root --context -q --quiet -v --verbose -h --help --version" ;;
    stream) words="-s --symbols --store --debuginfod --image --allow-mismatch -j --jobs --no-index --strict --no-inlines --no-demangle --full-names --map-path --only-crashed -h --help --version" ;;
    completions) words="bash zsh fish -h --help --version" ;;
    help) words="-h --help --version" ;;
    version) words="-h --help --version" ;;
  esac
  if [[ $command == store && $COMP_CWORD == 2 ]]; then
    COMPREPLY=($(compgen -W "add list find verify remove prune path" -- "$current"))
    return
  fi
  if [[ $current == -* || $command == completions ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  COMPREPLY=($(compgen -f -- "$current"))
  if [[ $COMP_CWORD == 1 ]]; then COMPREPLY+=($(compgen -W "inspect lookup store index filter stream completions help version" -- "$current")); fi
}
complete -o filenames -F _symbolicate symbolicate
