/// A command of the program.
enum Command: String, Sendable, CaseIterable {
  /// The main command, which has no name on the command line.
  case symbolicate
  /// The contents of a report, and what is missing.
  case inspect
  /// Addresses of one debug file.
  case lookup
  /// Addresses, with the options and output of Apple's atos.
  case atos
  /// Addresses, with the options and output of GNU's addr2line.
  case addr2line
  /// The local store of debug files.
  case store
  /// Indexes, built ahead of time.
  case index
  /// Call stacks in a stream of text.
  case filter
  /// Reports, one per line.
  case stream
  /// A summary of many reports.
  case summarize
  /// Whether a build can be symbolicated, before its release.
  case check
  /// The configuration file, and where values come from.
  case config
  /// A server for coding assistants.
  case mcp
  /// Whether the program works here.
  case selfTest = "self-test"
  /// Completion scripts for shells.
  case completions
  /// Help for a command.
  case help
  case version

  /// Whether the command takes the options of another tool.
  var isDropIn: Bool { self == .atos || self == .addr2line }

  /// The commands that a word on the command line selects.
  static let words = allCases.filter { $0 != .symbolicate }

  /// A summary in one line.
  var summary: String {
    switch self {
    case .symbolicate: "Turn the addresses of crash reports into functions, files and lines"
    case .inspect: "Show what is in a report or debug file, and which debug files are found or missing"
    case .lookup: "Look up addresses in one debug file"
    case .atos: "Look up addresses with the options and output of Apple's atos"
    case .addr2line: "Look up addresses with the options and output of GNU's addr2line"
    case .store: "Keep debug files in a local store and find them by ID"
    case .index: "Build indexes of debug files ahead of time"
    case .filter: "Symbolicate the call stacks in a log as it is written"
    case .summarize: "Summarize reports: top groups with causes, versions, devices, trend; crash loops first"
    case .check: "Check before a release that every program and library of a build has its debug file"
    case .stream: "Symbolicate one report per line, in order (NDJSON in, NDJSON out)"
    case .config: "Show which configuration file counts here, and where each value comes from"
    case .mcp: "Serve coding assistants and editors (Model Context Protocol on standard input and output)"
    case .selfTest: "Test the program on this machine, and show its libraries and directories"
    case .completions: "Print a completion script for a shell"
    case .help: "Show the help of a command"
    case .version: "Show the version"
    }
  }

  /// The synopsis, one line per form.
  var usage: [String] {
    switch self {
    case .symbolicate: ["symbolicate [options] REPORT...", "symbolicate COMMAND ..."]
    case .inspect:
      [
        "symbolicate inspect [options] REPORT...", "symbolicate inspect [options] DEBUGFILE...",
        "symbolicate inspect [options] MAP...",
      ]
    case .lookup: ["symbolicate lookup [options] FILE [ADDR...]", "symbolicate lookup [options]"]
    case .atos: ["symbolicate atos -o FILE [-l ADDR | -s SLIDE | -offset] [options] [ADDR...]"]
    case .addr2line: ["symbolicate addr2line [-e FILE] [options] [ADDR...]"]
    case .store: StoreVerb.allCases.map(\.usage)
    case .index: ["symbolicate index [options] FILE..."]
    case .filter: ["COMMAND 2>&1 | symbolicate filter [options]"]
    case .summarize: ["symbolicate summarize [options] PATH..."]
    case .check: ["symbolicate check [options] APP..."]
    case .stream: ["COMMAND | symbolicate stream [options]"]
    case .config: ["symbolicate config [options]"]
    case .mcp: ["symbolicate mcp --allow DIR... [options]"]
    case .selfTest: ["symbolicate self-test [options]"]
    case .completions: ["symbolicate completions bash|zsh|fish"]
    case .help: ["symbolicate help [COMMAND]"]
    case .version: ["symbolicate version"]
    }
  }

  /// A paragraph about the operands, in pieces.
  var operands: [String] {
    switch self {
    case .symbolicate:
      [
        "REPORT is a crash report (Apple text, .ips, KSCrash JSON, Swift on Linux), a log or JSON event with call stacks, a",
        "directory of them, or - for standard input. A debug file, a dSYM, or a directory with debug files and no reports",
        "counts as -s.",
      ]
    case .inspect:
      [
        "REPORT is a crash report, a directory of them, or - for standard input. DEBUGFILE is a Mach-O or ELF file, a dSYM,",
        ".xcarchive, .app, .zip, or a directory of them. If no report is given, the UUIDs or build IDs, architectures, contents",
        "and sizes of the debug files are printed, the version of the app, and whether they have an index. MAP is a source map,",
        "whose name ends in .map: its debug ID, and the numbers of its sources and mappings.",
      ]
    case .lookup:
      [
        "FILE is a Mach-O or ELF file, or a dSYM. ADDR is a link-time address in hexadecimal, with or without 0x. If no ADDR",
        "is given, addresses are read from standard input, one per line. Prints the function, file, line and column of each",
        "address, innermost inlined function first, then an empty line. If no FILE is given, the lines of standard input name",
        "it, as those of llvm-symbolizer do: [CODE|DATA|FRAME] \"FILE\" ADDR.",
      ]
    case .atos:
      [
        "FILE is a dSYM, a Mach-O or ELF file, or an app or framework, whose dSYM is looked for beside it. ADDR is a runtime",
        "address, hexadecimal with 0x. If no ADDR is given, addresses are read from standard input.",
      ]
    case .addr2line:
      [
        "ADDR is a link-time address in hexadecimal, with or without 0x. If no ADDR is given, addresses are read from standard",
        "input, one per line.",
      ]
    case .store: []
    case .index:
      [
        "FILE is a Mach-O or ELF file, a dSYM, or a source map (.map). Indexes are kept in $XDG_CACHE_HOME/symbolicate (or",
        "~/.cache/symbolicate) and can be deleted at any time. Symbolicating a directory of 32 or more reports builds the",
        "indexes it needs.",
      ]
    case .filter:
      [
        "Copies standard input to standard output without delay and symbolicates what it recognizes: crash reports, Swift",
        "backtraces (text and JSON), and call stacks in console output, callStackSymbols, the strings of JSON events, and the",
        "texts of JSON lines (Docker's json-file, message, msg, textPayload). All",
        "other text passes unchanged. A debug file or dSYM as operand counts as -s.",
      ]
    case .summarize:
      [
        "PATH is a crash report, a directory of them, what -f json, -f ndjson or `stream` printed, or an earlier summary",
        "(-f json). Summaries of parts can be joined: the result is the same as for the whole.",
      ]
    case .check:
      [
        "APP is an .xcarchive, .ipa, .app, a zip or tar file, a directory of a build, or one program or library of it. Exits",
        "with 3 if debug information is missing.",
      ]
    case .stream:
      [
        "A line is a report as JSON, or {\"id\": ..., \"report\": ...} with a report of any format, as JSON or as a string. For each",
        "line, one line is printed, in the same order and as soon as possible: the object of -f json, or, if the line has an",
        "ID, {\"id\": ..., \"report\": {...}}; for a line that is not a report, {\"error\": ..., \"line\": ...}; for a line with",
        "several reports, {\"reports\": [...]}.",
      ]
    case .config:
      [
        "Prints the path of the nearest .symbolicate.toml in this directory or above it, and each option that it, the",
        "environment or a default sets, with its origin.",
      ]
    case .mcp:
      [
        "Answers JSON-RPC 2.0, one message per line, with tools that inspect, symbolicate, summarize and explain crash reports,",
        "look up addresses and find debug files. Only files below the directories of --allow are read.",
      ]
    case .selfTest:
      [
        "Symbolicates a built-in report with a built-in debug file, says which optional libraries were found, and whether the",
        "store, the cache and the directory for temporary files can be written. Nothing else is read. Takes less than two seconds.",
        "Begin every report about a bug with its output. Exits with 4 if the built-in report gets other names.",
      ]
    case .completions: ["For example: source <(symbolicate completions bash)"]
    case .help: ["Without a COMMAND the help of the main job is shown, which lists the commands."]
    case .version: []
    }
  }

  /// The options, in the order of help.
  var flags: [Flag] { Flag.all.compactMap { $0.of(self) } }

  /// Returns the first option with a property, or nil if the command has none. Those of every command come first: to make all others
  /// takes a third of the instructions of `--version`.
  func flag(where isWanted: (Flag) -> Bool) -> Flag? {
    first(of: Flag.common, where: isWanted) ?? first(of: Flag.all, where: isWanted)
  }

  // A loop: the types of lazy sequences are made at each start, which takes more than the copies that they save.
  private func first(of flags: [Flag], where isWanted: (Flag) -> Bool) -> Flag? {
    for flag in flags {
      if let own = flag.of(self), isWanted(own) { return own }
    }
    return nil
  }

  /// The same under the headings of help; headings without options of this command are left out.
  var sections: [(heading: String, flags: [Flag])] {
    Flag.sections.map { ($0.heading, $0.flags.compactMap { $0.of(self) }) }.filter { !$0.flags.isEmpty }
  }
}
