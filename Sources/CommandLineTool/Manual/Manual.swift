/// The manual of one command, the source of `--help`, the man page and docs/OPTIONS.md.
struct Manual {
  /// Something with an explanation: a variable, a file, an exit status, an example.
  struct Entry {
    /// The name of the variable, file or status, or the example.
    let term: String
    /// The explanation, one sentence or clause.
    let text: String
  }

  let command: Command

  /// Creates the manual of a command.
  init(of command: Command) { self.command = command }

  /// The name of the man page, without the section.
  var pageName: String { Self.pageName(of: command) }

  /// Returns the name of a command's man page, without the section.
  static func pageName(of command: Command) -> String {
    command == .symbolicate ? "symbolicate" : "symbolicate-" + command.rawValue
  }

  /// Paragraphs on the operands and on the work of the command.
  var description: [String] { command.operandParagraphs + command.details }

  /// The options, each once, without `--help` and `--version`.
  var flags: [Flag] { command.flags.filter { $0 != .help && $0 != .version } }

  /// The possible exit statuses of the command, ascending.
  var exitStatuses: [Entry] {
    let codes = command.exitCodes
    return ExitCode.meanings.filter { codes.contains($0.code) }.map { code, meaning in
      let isStore = command == .store && code == ExitCode.unreadable
      return Entry(term: String(code), text: isStore ? Self.storeFailure : meaning)
    }
  }

  private static let storeFailure =
    "A named file could not be added, nothing was found, or a file of the store is damaged, missing or stale."

  /// The environment variables that affect the command.
  var variables: [Entry] {
    switch command {
    case .symbolicate, .inspect, .filter, .stream, .summarize: Self.searchVariables + Self.cacheVariables + own
    case .store, .selfTest: [Self.storeVariable] + Self.cacheVariables
    case .check: Self.searchVariables.prefix(2) + Self.cacheVariables
    case .lookup, .index, .atos, .addr2line, .mcp: Self.cacheVariables
    case .config: Self.searchVariables
    case .completions, .help, .version: []
    }
  }

  private var own: [Entry] {
    switch command {
    case .filter:
      [
        Entry(
          term: "SYMBOLICATE_FILTER_GRACE",
          text: "After a first signal, the number of seconds for which more input is waited for (default: 5).")
      ]
    case .symbolicate, .inspect:
      [
        Entry(term: "NO_COLOR", text: "When it is set, --color auto uses no color."),
        Entry(term: "TERM", text: "When it is dumb, --color auto uses no color, and no progress is shown."),
      ]
    default: []
    }
  }

  private static let storeVariable = Entry(
    term: "SYMBOLICATE_STORE",
    text: "The store (default: symbolicate/store in $XDG_DATA_HOME or ~/.local/share).")

  private static let searchVariables = [
    storeVariable,
    Entry(term: "SYMBOLICATE_SYMBOL_PATHS", text: "More paths as for --symbols, separated by colons."),
    Entry(term: "DEBUGINFOD_URLS", text: "The servers that --debuginfod asks."),
    Entry(
      term: "DEBUGINFOD_CACHE_PATH", text: "Where the client of debuginfod keeps files, which are used without asking a server."),
  ]

  private static let cacheVariables = [
    Entry(
      term: "XDG_CACHE_HOME",
      text: "The cache is the directory symbolicate in it (default: ~/.cache): indexes, unpacked archives, and what is known of "
        + "directories. It may be deleted at any time."),
    Entry(term: "SYMBOLICATE_INDEX_BUDGET", text: "The most bytes of indexes in the cache (default: 8 GB)."),
  ]
}
