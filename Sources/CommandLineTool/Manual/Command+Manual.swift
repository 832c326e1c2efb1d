/// The manual's text about commands, beyond their short help.
extension Command {
  /// The paragraphs of `operands`, without their line ends. A line that ends in `:` or begins with a name and two blanks (the
  /// verbs of `store`) is left to `details`.
  var operandParagraphs: [String] {
    guard self != .store else { return [] }
    let text = operands.joined(separator: " ")
    return text.isEmpty ? [] : [text]
  }

  /// More paragraphs. One that begins with `* ` is an item of a list.
  var details: [String] {
    switch self {
    case .symbolicate:
      [
        "The format of a report is detected from its content. Text reports stay byte for byte as they are, except that names, files "
          + "and lines are filled in; JSON reports are printed in Apple's text layout. --format selects something else.",
        "A debug file is used for an image only when its UUID or build ID is that of the image. Debug files are looked for in:",
        "* the paths of --symbols, and operands that count as such",
        "* the store (--store, $SYMBOLICATE_STORE)",
        "* the paths of $SYMBOLICATE_SYMBOL_PATHS",
        "* the directory of the report, without its subdirectories except dSYM bundles",
        "* for ELF images their own paths, /usr/lib/debug/.build-id and the cache of debuginfod, with --debuginfod also servers",
        "A file with the right name and another ID is reported as the closest match and not used.",
      ]
    case .inspect:
      [
        "For each image of the app that has frames the output says whether its debug file was found, which file it is, or which "
          + "one comes closest, and where it was looked for. Missing symbols of the system are counted."
      ]
    case .lookup: DropInManual.lookup
    case .atos: DropInManual.atos
    case .addr2line: DropInManual.addr2line
    case .store: StoreVerb.allCases.map { "* \($0.rawValue): \($0.explanation)" }
    case .index: []
    case .filter:
      [
        "Text that is no call stack passes at once and unchanged, binary data included. A call stack is held back until it ends, or "
          + "until nothing has come for a quarter of a second (two seconds inside a Swift backtrace or a report).",
        "The first interrupt (SIGINT, SIGTERM, SIGHUP) writes what is held back and copies what still comes; the second one ends "
          + "the program at once.",
      ]
    case .summarize:
      [
        "Groups are ordered by devices, then by events; crash loops come first. Reports of one event count once. docs/TRIAGE.md "
          + "explains groups, causes and rules."
      ]
    case .check: CheckManual.details
    case .config: ConfigurationManual.details
    case .mcp: AssistantsManual.details
    case .stream, .selfTest, .completions, .help, .version: []
    }
  }

  /// Command lines with descriptions.
  var examples: [(line: String, text: String)] {
    switch self {
    case .symbolicate:
      [
        ("symbolicate crash.ips -s dSYMs", "Print a report with the names of the debug files in dSYMs."),
        ("symbolicate reports/ -s dSYMs -o out/", "Symbolicate a directory; out/ mirrors it."),
        ("curl -s $URL | symbolicate - -f json", "Read standard input, print JSON."),
        ("symbolicate crash.ips -f md --strict >issue.md", "Write Markdown, and fail when names are missing."),
      ]
    case .inspect:
      [
        ("symbolicate inspect crash.ips", "Show which debug files are found and which are missing."),
        ("symbolicate inspect Shop.app.dSYM", "Show the UUIDs, architectures and contents of a dSYM."),
        ("symbolicate inspect main.jsbundle.map", "Show the debug ID, sources and mappings of a source map."),
      ]
    case .lookup:
      [
        ("symbolicate lookup Shop.app.dSYM 0x100004c18", "Look up a link-time address."),
        ("symbolicate lookup --load 0x102f10000 Shop.app.dSYM 0x102f14c18", "Look up an address of a running process."),
        ("ASAN_SYMBOLIZER_PATH=/usr/local/bin/llvm-symbolizer ./server", "Name the frames of sanitizers, after `ln -s`."),
      ]
    case .atos:
      [("symbolicate atos -o Shop.app.dSYM -arch arm64 -l 0x102f10000 0x102f14c18", "Look up an address of a running process.")]
    case .addr2line: [("symbolicate addr2line -e server -fCi 0x401c2a", "Print functions, inlined ones too, and lines.")]
    case .store:
      [
        ("symbolicate store add Shop.xcarchive", "Add the debug files of a build."),
        ("symbolicate store find shop", "List everything whose name contains shop."),
        ("symbolicate store prune --keep-last 20 --dry-run", "Show which builds would be removed."),
      ]
    case .index: [("symbolicate index Shop.app.dSYM", "Build the index of a dSYM into the cache.")]
    case .filter: [("server 2>&1 | symbolicate filter", "Symbolicate the log of a server while it is written.")]
    case .stream: [("kcat -C -t crashes | symbolicate stream | kcat -P -t names", "Answer the messages of a topic.")]
    case .summarize:
      [
        ("symbolicate summarize reports/ -s dSYMs", "Show what is crashing, most devices first."),
        ("symbolicate summarize reports/ -f json >today.json", "Keep a summary to compare or join later."),
        ("symbolicate summarize reports/ --baseline yesterday.json", "Mark new groups and list those that are gone."),
        ("symbolicate summarize reports/ -f sarif -o crashes.sarif --map-path /build/=", "Write a log for code scanning."),
        ("symbolicate summarize reports/ --baseline main.json --fail-on new", "Fail a build that crashes in a new way."),
      ]
    case .check: CheckManual.examples
    case .config:
      [
        ("symbolicate config", "Show what counts in this directory."),
        ("symbolicate config --trust", "Let the file of this project run its command and ask its servers."),
      ]
    case .mcp:
      [("claude mcp add crashes -- symbolicate mcp --allow ~/crashes -s ~/dSYMs", "Offer the tools to a coding assistant.")]
    case .completions:
      [
        ("source <(symbolicate completions bash)", "Complete in the current bash."),
        ("symbolicate completions fish | source", "Complete in the current fish."),
      ]
    case .help: [("symbolicate help store", "Show the help of store.")]
    case .selfTest: [("symbolicate self-test", "Show whether everything that the program needs is there.")]
    case .version: []
    }
  }

  /// The possible exit codes of the command.
  var exitCodes: Set<Int32> {
    let usual = [ExitCode.success, ExitCode.usage, ExitCode.unwritable, ExitCode.brokenPipe]
    switch self {
    case .symbolicate, .stream: return Set(usual + [ExitCode.unreadable, ExitCode.unresolvedFrames, ExitCode.nothingResolved])
    case .inspect, .summarize, .check: return Set(usual + [ExitCode.unreadable, ExitCode.unresolvedFrames])
    case .lookup, .atos, .addr2line, .store, .index, .filter, .mcp: return Set(usual + [ExitCode.unreadable])
    case .selfTest: return Set(usual + [ExitCode.nothingResolved])
    case .config, .completions, .help, .version: return Set(usual)
    }
  }
}
