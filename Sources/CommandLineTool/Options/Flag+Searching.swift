internal import Answering
internal import Jobs
internal import SymbolStore

/// Options that say where debug files are, and what is read.
extension Flag {
  static let searching = [
    symbols, store, debuginfod, symbolServer, fetchCommand, fetchTime, fetchLimit, image, allowMismatch, sourceMap, maxReportSize,
    timeLimit, arch, load,
  ]

  static let symbols = Flag(
    "symbols", short: "s", value: .path("PATH"),
    help: "A debug file, dSYM, .xcarchive, .app, a .zip of them, or a directory, searched recursively; repeatable",
    details: [
      "Frameworks and tar files can be named as well. Only headers are read, and what is found is cached by path, size and time. "
        + "A debug file is used only when its UUID or build ID is that of the image.",
      "Directories that are laid out by IDs (.build-id, the cache of debuginfod, Sentry's unified layout, LLDB's mapped UUIDs) "
        + "are not searched: the path of each ID is looked up.",
    ],
    of: reading,
    but: [
      .check: Variant(details: ["The debug files in APP itself, and dSYM bundles beside it, need not be named."]),
      .mcp: Variant(
        help: "A debug file, dSYM, .xcarchive, .zip of them, or a directory with more debug files; repeatable", details: []),
    ], changesOutputs: false
  ) { $0.take($1, into: \.symbols) }

  static let store = Flag(
    "store", value: .path("DIR"),
    help: "The store of debug files (default: $SYMBOLICATE_STORE, else $XDG_DATA_HOME/symbolicate/store)",
    details: [
      "The store is used after the paths of --symbols and before those of $SYMBOLICATE_SYMBOL_PATHS. See symbolicate-store(1)."
    ],
    of: reading,
    but: [
      .check: Variant(details: ["Debug files in the store count, because they will be found when crash reports arrive."]),
      .selfTest: Variant(details: []),
      .store: Variant(details: ["The directory is made by the first 'store add'."]),
      .mcp: Variant(
        help: "A store of debug files", details: ["By default no store is used, not even that of $SYMBOLICATE_STORE."]),
    ], changesOutputs: false
  ) { $0.take($1, as: \.store) }

  static let debuginfod = Flag(
    "debuginfod", help: "Also ask the servers in $DEBUGINFOD_URLS for debug files of ELF images; uses the network",
    details: [
      "The library libdebuginfod.so.1 has to be installed. A server is asked only for images without local debug information. "
        + "Nothing else uses the network; files that the client of debuginfod cached earlier are used in any case."
    ], of: reading)

  static let symbolServer = Flag(
    "symbol-server", value: .text("[LAYOUT=]URL"),
    help: "Ask this server for missing debug files, which go into the store; uses the network; repeatable",
    details: [
      "Without a LAYOUT all are tried, and the one that has a file is tried first from then on:"
    ] + [
      "* store: a store of this program that a web server shows with its directories",
      "* unified: Sentry's unified layout", "* debuginfod: for ELF images",
      "* ssqp: Microsoft's, with the keys for Mach-O and ELF",
      "* breakpad: symbol files of Breakpad, as Electron and Mozilla publish them", "* lldb: LLDB's tree of mapped UUIDs",
    ] + [
      "A server is asked only for images without local debug information, each once. What arrives is unpacked (gzip, zstd, xz, zip, "
        + "cab), used only if it has the ID, and kept in the store. That a server does not have an ID is remembered for an hour "
        + "in the cache. A server that fails is reported once and not asked again in this run. The library "
        + "libcurl.so.4 has to be installed. A name and password may stand in the URL; messages do not show them."
    ], of: reading, changesOutputs: false,
    expected: "an address such as https://symbols.example.com, maybe after a layout: breakpad=https://..."
  ) { $0.take(ServerAddress(parsing: $1), into: \.symbolServers) }

  static let fetchCommand = Flag(
    "fetch-command", value: .text("COMMAND"),
    help: "Run this command for each missing debug file; it gets the ID, the name and the architecture, and prints paths",
    details: [
      "The shell runs COMMAND with the three as arguments; the variables SYMBOLICATE_ID, SYMBOLICATE_NAME and SYMBOLICATE_ARCH have "
        + "them, too. It prints the paths of debug files, dSYMs or archives, one per line, or a property list as dsymForUUID does. "
        + "What has the ID goes into the store. It is run once for each ID, before servers are asked, several at once. A run that "
        + "names nothing and does not fail is remembered for an hour in the cache."
    ], of: reading, changesOutputs: false
  ) { $0.take($1, as: \.fetchCommand) }

  static let fetchTime = Flag(
    "fetch-time", value: .text("SECONDS"), help: "End a request, or a run of the command, after this time (default: 300)",
    of: reading, changesOutputs: false, expected: "a number of seconds"
  ) { $0.take(number($1, in: 1...86_400), as: \.fetchSeconds) }

  static let fetchLimit = Flag(
    "fetch-limit", value: .text("SIZE"), help: "Reject files from servers that are larger than this: 500M, 2G (default: 4G)",
    of: reading, changesOutputs: false, expected: "a size such as 500M or 2G"
  ) { $0.take(PruneLimits.size($1), as: \.fetchLimit) }

  static let image = Flag(
    "image", value: .text("NAME=..."),
    help: "Add what the report lacks: NAME=PATH (a debug file) or NAME=LOADADDR[,ID]; repeatable",
    details: [
      "* NAME=PATH uses the debug file at PATH for the image NAME, whatever its ID.",
      "* NAME=LOADADDR states the load address of the image.",
      "* NAME=LOADADDR,ID also states its UUID or build ID, for logs that do not list images.",
    ], of: reading, expected: "NAME=PATH, NAME=0xADDRESS or NAME=0xADDRESS,ID"
  ) { $0.take(ImageBinding(parsing: $1), into: \.images) }

  static let allowMismatch = Flag(
    "allow-mismatch", help: "Use a debug file with the same name but a different ID if none has the right ID",
    details: [
      "Addresses of another build usually lead to other functions. Frames that are resolved with such a file are marked in "
        + "every format."
    ], of: reading)

  static let sourceMap = Flag(
    "source-map", value: .path("PATH"),
    help: "A source map of a JavaScript bundle, or a directory of them, searched recursively; repeatable",
    details: sourceMapDetails, of: reading,
    but: [
      .check: Variant(details: ["A source map, or a directory that is searched for files whose names end in .map; repeatable."]),
      .lookup: Variant(
        value: .path("MAP"),
        help: "Look up positions LINE:COLUMN of a JavaScript bundle in its source map; LINE counts from 1, COLUMN from 0"),
    ]
  ) { $0.take($1, into: \.sourceMaps) }

  private static let sourceMapDetails = [
    "A map is used for a bundle whose debug ID or name it has. If it is the only one, it is used for any bundle, with a "
      + "warning; if several fit, none is used. Bytecode of Hermes needs the map that is composed with the compiler's.",
    "The sources in the map serve --context.",
  ]

  static let maxReportSize = Flag(
    "max-report-size", value: .text("SIZE"), help: "Reject reports larger than this: 500M, 2G (default: 256M)",
    of: [.symbolicate, .inspect, .stream], changesOutputs: false, expected: "a size such as 500M or 2G"
  ) { options, text in
    let size = PruneLimits.size(text)
    options.sizeLimit = SizeLimit(bytes: size)
    return size != nil
  }

  static let timeLimit = Flag(
    "time-limit", value: .text("SECONDS"),
    help: "Give up on one of several reports after this processor time (default: 20, plus 1 for each MB)",
    of: [.symbolicate, .inspect, .filter, .stream], changesOutputs: false, expected: "a number of seconds"
  ) { options, text in
    let seconds = number(text, in: 0...1_000_000)
    options.timeLimit = TimeLimit(seconds: seconds)
    return seconds != nil
  }

  static let arch = Flag(
    "arch", value: .text("ARCH"), help: "The architecture to read if the file contains several",
    details: ["Names are those of Apple and Linux: arm64, arm64e, x86_64, armv7, aarch64."], of: [.lookup],
    but: [
      .store: Variant(help: "export: the architecture, if the store has several of a build", details: []),
      .atos: Variant(
        spellings: ["-arch"], help: "The architecture to read if FILE contains several",
        details: ["Without it arm64 is read, else the first architecture."]),
    ]
  ) { $0.take($1, as: \.architecture) }

  static let load = Flag(
    "load", value: .text("ADDR"), help: "ADDR is where the image was loaded; input is runtime addresses",
    details: ["Without it addresses are link-time addresses, as in the debug file."], of: [.lookup],
    expected: "a hexadecimal address"
  ) { $0.take(HexAddress.parse($1), as: \.load) }

  /// The commands that search debug files for reports.
  private static let reading: [Command] = [.symbolicate, .inspect, .filter, .stream, .summarize]

  /// Returns a number in a range, or nil for any other text.
  static func number(_ text: String, in range: ClosedRange<Int> = 1...Int.max) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }
}
