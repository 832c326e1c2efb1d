/// One thing the program can be asked to do.
enum Command: String, Sendable, CaseIterable {
  /// The main job, which has no word of its own.
  case symbolicate
  /// What is in a report and what is missing.
  case inspect
  /// Addresses of one debug file.
  case lookup
  /// The local store of debug files.
  case store
  /// Indexes, built ahead of time.
  case index
  /// Call stacks in a stream of text.
  case filter
  /// Reports, one a line.
  case stream
  /// Scripts for shells.
  case completions

  /// The commands that a word selects.
  static let words = allCases.filter { $0 != .symbolicate }

  /// What it does, in one line.
  var summary: String {
    switch self {
    case .symbolicate: "Turn the addresses of crash reports into functions, files and lines"
    case .inspect: "Show what is in a report, and which debug files are found or missing"
    case .lookup: "Look up addresses in one debug file"
    case .store: "Keep debug files in a local store, where they are found by their IDs"
    case .index: "Build the fast indexes of debug files ahead of time"
    case .filter: "Symbolicate the call stacks in a log while it is written"
    case .stream: "Answer reports that come in one a line, in order (NDJSON in, NDJSON out)"
    case .completions: "Print a completion script for a shell"
    }
  }

  /// The synopsis, one line a form.
  var usage: [String] {
    switch self {
    case .symbolicate: ["symbolicate [options] REPORT...", "symbolicate COMMAND ..."]
    case .inspect: ["symbolicate inspect [options] REPORT..."]
    case .lookup: ["symbolicate lookup [options] FILE [ADDR...]"]
    case .store: StoreVerb.allCases.map(\.usage)
    case .index: ["symbolicate index [options] FILE..."]
    case .filter: ["COMMAND 2>&1 | symbolicate filter [options]"]
    case .stream: ["COMMAND | symbolicate stream [options]"]
    case .completions: ["symbolicate completions bash|zsh|fish"]
    }
  }

  /// A paragraph on the operands, one element a line.
  var operands: [String] {
    switch self {
    case .symbolicate:
      [
        "REPORT is a crash report (Apple text, .ips, KSCrash JSON, Swift on Linux), a log or JSON event with call stacks, a",
        "folder of them, or - for standard input. A debug file or dSYM among the operands counts as -s.",
      ]
    case .inspect: ["REPORT is a crash report or - for standard input."]
    case .lookup:
      [
        "FILE is a Mach-O or ELF file, or a dSYM. ADDR is a link-time address in hexadecimal, with or without 0x; without",
        "any, addresses are read from standard input, one a line. For each address: the function and its file, line and",
        "column, the innermost inlined one first, then an empty line.",
      ]
    case .store: StoreVerb.explanation
    case .index:
      [
        "FILE is a Mach-O or ELF file, or a dSYM. Indexes live in $XDG_CACHE_HOME/symbolicate (or ~/.cache/symbolicate); they may",
        "be deleted at any time. Folders of reports build the indexes that they need by themselves.",
      ]
    case .filter:
      [
        "Copies standard input to standard output, at once and unchanged. Swift backtraces (text and JSON), call stacks of",
        "consoles and callStackSymbols, also in the strings of JSON events, come out with names, files and lines. A debug file",
        "or dSYM as operand counts as -s.",
      ]
    case .stream:
      [
        "A line is a report as JSON, or {\"id\": ..., \"report\": ...} with a report of any format, as JSON or as a string. Every",
        "line makes one line on standard output, in the same order and as soon as it is known: the object of -f json; behind an",
        "ID {\"id\": ..., \"report\": {...}}; {\"error\": ..., \"line\": ...} for what is no report. Several reports in a line come",
        "as \"reports\": [...].",
      ]
    case .completions: ["For example: source <(symbolicate completions bash)"]
    }
  }

  /// Its options, in the order of help.
  var flags: [Flag] {
    switch self {
    case .symbolicate: Flag.symbolicating + Flag.common
    case .inspect: Flag.inspecting + Flag.common
    case .lookup: Flag.lookingUp + Flag.common
    case .store: Flag.storing + Flag.common
    case .index: Flag.indexing + Flag.common
    case .filter: Flag.filtering + Flag.common
    case .stream: Flag.streaming + Flag.common
    case .completions: Flag.common
    }
  }
}
