internal import AppleLayout
internal import Engine
internal import Rendering

extension Flag {
  /// The options of the main command.
  static let symbolicating: [Flag] =
    searching + [
      Flag(.format, short: "f", value: .choice("FORMAT", OutputFormat.allCases.map(\.rawValue)), help: formatHelp),
      Flag(
        .output, short: "o", value: .path("PATH"),
        help: "Write to this file; for several reports, to a directory that mirrors the input"),
      jobs,
      maxReportSize, timeLimit,
      noIndexes,
      strict,
      Flag(.force, help: "Make all outputs of a directory again, also those that are up to date"),
      noInlines, noDemangle, fullNames,
      fullPaths,
      mapPath,
      Flag(
        .style, value: .choice("STYLE", FrameStyle.Names.allCases.map(\.rawValue)),
        help: "Frame style of text output, named as in KSCrash: symbolicated (default), side-by-side, partially-symbolicated, "
          + "unsymbolicated"),
      sourceRoot, context, sourceMap,
      Flag(
        .sourceURL, value: .text("TEMPLATE"),
        help: "Link source lines to this URL with {path} and {line}, in markdown, json and colored text"),
      onlyCrashed,
      Flag(.plain, help: "markdown: nothing folded, for sites that do not render <details>"),
      color,
      Flag(
        .progress, value: .choice("WHEN", ["auto", "never"]),
        help: "Show progress for a directory on a terminal: auto (default) or never"),
      quiet, verbose,
    ] + gating + [redact] + triaging

  /// The options of `inspect`.
  static let inspecting: [Flag] =
    searching + [
      sourceMap,
      Flag(.json, help: "Print JSON instead of text"),
      Flag(.strict, help: "Exit with 3 if a debug file of the app is missing"),
      maxReportSize, timeLimit,
      color, quiet, Flag(.verbose, short: "v", help: "Also list system images"),
    ]

  /// The options of `filter`.
  static let filtering: [Flag] =
    searching + [
      noInlines, noDemangle, fullNames,
      fullPaths,
      mapPath, sourceRoot, context, sourceMap,
      timeLimit,
      Flag(.redact, help: "Replace names of users and devices, addresses, tokens and serial numbers, also in other lines"),
      deviceSalt,
      quiet, Flag(.verbose, short: "v", help: "Report what was found for each call stack"),
    ]

  /// The options of `stream`.
  static let streaming: [Flag] =
    searching + [
      jobs,
      maxReportSize, timeLimit,
      noIndexes,
      strict,
      noInlines, noDemangle, fullNames,
      mapPath, sourceMap,
      onlyCrashed,
    ] + [redact] + triaging

  /// The options of `summarize` that it shares with others.
  static let summaryAnswering: [Flag] =
    searching + [
      sourceMap,
      jobs,
      noIndexes,
      mapPath,
      redact,
      color,
      Flag(
        .progress, value: .choice("WHEN", ["auto", "never"]),
        help: "Progress of a directory on a terminal: auto (default) or never"),
    ]

  /// The options of `check`.
  static let checking: [Flag] = [
    symbols, store, sourceMap, jobs,
    Flag(.json, help: "Print JSON instead of a table"),
    Flag(.strict, help: "Also exit with 3 if there are warnings"),
    Flag(.quiet, short: "q", help: "Print no verdict on standard error if nothing is missing"),
  ]

  /// The options of `lookup`.
  static let lookingUp: [Flag] = [
    Flag(.arch, value: .text("ARCH"), help: "The architecture to read if the file contains several"),
    Flag(.load, value: .text("ADDR"), help: "Read addresses as those of a process that loaded the image at ADDR"),
    noInlines, noDemangle, fullNames,
    Flag(
      .sourceMap, value: .path("MAP"),
      help: "Look up positions LINE:COLUMN of a JavaScript bundle in its source map; LINE counts from 1, COLUMN from 0"),
    Flag(.json, help: "Print one JSON object per line"),
    Flag(.noIndex, help: "Read the debug file even if it has an index"),
  ]

  /// The options of `mcp`.
  static let assisting: [Flag] = [
    Flag(.allow, value: .path("DIR"), help: "A directory whose reports and debug files may be read; repeatable"),
    Flag(
      .symbols, short: "s", value: .path("PATH"),
      help: "A debug file, dSYM, .xcarchive, .zip of them, or a directory with more debug files; repeatable"),
    Flag(.store, value: .path("DIR"), help: "A store of debug files"),
  ]

  /// The options of `index`.
  static let indexing: [Flag] = [
    jobs,
    Flag(.quiet, short: "q", help: "Print only errors"),
  ]

  /// The options of `store`.
  static let storing: [Flag] = [
    store,
    Flag(.link, help: "add: leave files where they are and store only their paths"),
    Flag(.indexOnly, help: "add: keep only an index of each file, a fifth of its size or less"),
    Flag(.noIndex, help: "add: do not build indexes in the cache"),
    Flag(.json, help: "list, find: print one JSON object per line"),
    Flag(.dryRun, help: "remove, prune: print what would be removed, but remove nothing"),
    Flag(
      .maxSize, value: .text("SIZE"), help: "prune: limit the total size (500M, 20G); the files added first are removed first"),
    Flag(.olderThan, value: .text("AGE"), help: "prune: remove files added longer ago than this (12h, 90d, 8w, 1y)"),
    Flag(.keepLast, value: .text("N"), help: "prune: keep the latest N builds of every image and architecture"),
    Flag(
      .osBuild, value: .text("BUILD"), help: "add: the build of the system of a shared cache (23B85); export: the one to write"),
    Flag(.osVersion, value: .text("VERSION"), help: "add: the version of the system of a shared cache (26.1)"),
    Flag(.arch, value: .text("ARCH"), help: "export: the architecture, if the store has several of a build"),
    Flag(.jobs, short: "j", value: .text("N"), help: "add, verify: number of parallel jobs (default: number of cores)"),
    Flag(.progress, value: .choice("WHEN", ["auto", "never"]), help: "Show progress on a terminal: auto (default) or never"),
    Flag(.quiet, short: "q", help: "Print only results and errors"),
    Flag(.verbose, short: "v", help: "add: list each added file"),
  ]

  private static let sourceMap = Flag(
    .sourceMap, value: .path("PATH"),
    help: "A source map of a JavaScript bundle, or a directory of them, searched recursively; repeatable")
  private static let sourceRoot = Flag(
    .sourceRoot, value: .path("DIR"), help: "A directory with source files, for --context and --source-url; repeatable")
  private static let context = Flag(
    .context, value: .text("N"),
    help: "Show N lines before and after the app's innermost source line in the crashed thread; needs --source-root, --map-path "
      + "or --source-map")

  private static let store = Flag(
    .store, value: .path("DIR"),
    help: "The store of debug files (default: $SYMBOLICATE_STORE, else $XDG_DATA_HOME/symbolicate/store)")

  /// The options of every command, which are last in help.
  static let common: [Flag] = [
    Flag(.help, short: "h", help: "Show help: -h a line for each option, --help everything"),
    Flag(.version, help: "Show the versions of the program and of what it is built with"),
  ]

  private static let searching: [Flag] = [
    symbols, store,
    Flag(.debuginfod, help: "Also ask the servers in $DEBUGINFOD_URLS for debug files of ELF images; uses the network"),
    Flag(
      .image, value: .text("NAME=..."),
      help: "Add what the report lacks: NAME=PATH (a debug file) or NAME=LOADADDR[,ID]; repeatable"),
    Flag(.allowMismatch, help: "Use a debug file with the same name but a different ID if none has the right ID"),
  ]

  private static let symbols = Flag(
    .symbols, short: "s", value: .path("PATH"),
    help: "A debug file, dSYM, .xcarchive, .app, a .zip of them, or a directory, searched recursively; repeatable")
  private static let jobs = Flag(.jobs, short: "j", value: .text("N"), help: "Number of parallel jobs (default: number of cores)")
  private static let maxReportSize = Flag(
    .maxReportSize, value: .text("SIZE"), help: "Reject reports larger than this: 500M, 2G (default: 256M)")
  private static let timeLimit = Flag(
    .timeLimit, value: .text("SECONDS"),
    help: "Give up on one of several reports after this processor time (default: 20, plus 1 for each MB)")
  private static let noIndexes = Flag(.noIndex, help: "Read debug files directly: neither use nor build indexes")
  private static let strict = Flag(.strict, help: "Exit with 3 if a frame of the app has no name")
  private static let noInlines = Flag(.noInlines, help: "Leave out inlined functions")
  private static let noDemangle = Flag(.noDemangle, help: "Print mangled names")
  private static let fullNames = Flag(.fullNames, help: "Print Swift names in full: modules, argument and result types")
  private static let fullPaths = Flag(.fullPaths, help: "Print full paths of source files, not only file names")
  private static let mapPath = Flag(.mapPath, value: .text("FROM=TO"), help: "Replace a prefix of source paths; repeatable")
  private static let onlyCrashed = Flag(.onlyCrashed, help: "Print only the crashed thread and the exception's backtrace")
  private static let color = Flag(
    .color, value: .choice("WHEN", ["auto", "always", "never"]), help: "Use color: auto (default), always or never")
  private static let quiet = Flag(.quiet, short: "q", help: "Print only errors on standard error")
  private static let verbose = Flag(
    .verbose, short: "v", help: "Print more: which debug files were used, and where they were looked for")
  private static let formatHelp =
    "text (default), same (the input's own format with names filled in), json, ndjson, side-by-side (addresses beside names), "
    + "markdown, brief, html (a page that needs nothing else), folded and speedscope (flame graphs); of all "
    + "reports: github (annotations), sarif, junit; txt and md are short for text and markdown"
}
