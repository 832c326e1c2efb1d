internal import Engine
internal import Rendering

extension Flag {
  /// The options of the main job.
  static let symbolicating: [Flag] =
    searching + [
      Flag(.format, short: "f", value: .choice("FORMAT", OutputFormat.allCases.map(\.rawValue)), help: formatHelp),
      Flag(
        .output, short: "o", value: .path("PATH"),
        help: "Write to a file, or for several reports to a folder that mirrors the input"),
      jobs,
      noIndexes,
      strict,
      noInlines, noDemangle, fullNames,
      fullPaths,
      mapPath,
      Flag(
        .style, value: .choice("STYLE", FrameStyle.Names.allCases.map(\.rawValue)),
        help: "Frames in text, as KSCrash has them: symbolicated (default), side-by-side, partially-symbolicated, "
          + "unsymbolicated"),
      sourceRoot, context,
      Flag(
        .sourceURL, value: .text("TEMPLATE"),
        help: "Link to source lines in markdown, json and coloured text: a URL with {path} and {line}"),
      onlyCrashed,
      color,
      Flag(
        .progress, value: .choice("WHEN", ["auto", "never"]),
        help: "Progress of a folder on a terminal: auto (default) or never"),
      quiet, verbose,
    ]

  /// The options of `inspect`.
  static let inspecting: [Flag] =
    searching + [
      Flag(.json, help: "Print JSON instead"), color, quiet, Flag(.verbose, short: "v", help: "List the system's images too"),
    ]

  /// The options of `filter`.
  static let filtering: [Flag] =
    searching + [
      noInlines, noDemangle, fullNames,
      fullPaths,
      mapPath, sourceRoot, context,
      quiet, Flag(.verbose, short: "v", help: "Say of every call stack what was found"),
    ]

  /// The options of `stream`.
  static let streaming: [Flag] =
    searching + [
      jobs,
      noIndexes,
      strict,
      noInlines, noDemangle, fullNames,
      mapPath,
      onlyCrashed,
    ]

  /// The options of `lookup`.
  static let lookingUp: [Flag] = [
    Flag(.arch, value: .text("ARCH"), help: "The architecture, when the file holds several"),
    Flag(.load, value: .text("ADDR"), help: "Addresses are those of a process that has the image loaded at ADDR"),
    noInlines, noDemangle, fullNames,
    Flag(.json, help: "Print one JSON object a line instead"),
    Flag(.noIndex, help: "Read the debug file itself, even where it has an index"),
  ]

  /// The options of `index`.
  static let indexing: [Flag] = [
    jobs,
    Flag(.quiet, short: "q", help: "Print nothing but errors"),
  ]

  /// The options of `store`.
  static let storing: [Flag] = [
    store,
    Flag(.link, help: "add: leave files where they are and remember their paths"),
    Flag(.indexOnly, help: "add: keep only the fast index of each file, a fifth of its size or less"),
    Flag(.noIndex, help: "add: build no indexes into the cache"),
    Flag(.json, help: "list, find: print one JSON object a line instead"),
    Flag(.dryRun, help: "remove, prune: say what would be removed, and remove nothing"),
    Flag(
      .maxSize, value: .text("SIZE"), help: "prune: the most that files may take (500M, 20G); what was added first goes first"),
    Flag(.olderThan, value: .text("AGE"), help: "prune: remove what was added longer ago (12h, 90d, 8w, 1y)"),
    Flag(.keepLast, value: .text("N"), help: "prune: keep the latest N builds of every image and architecture"),
    Flag(.jobs, short: "j", value: .text("N"), help: "add, verify: parallel jobs (default: the number of cores)"),
    Flag(.progress, value: .choice("WHEN", ["auto", "never"]), help: "Progress on a terminal: auto (default) or never"),
    Flag(.quiet, short: "q", help: "Print results and errors only"),
    Flag(.verbose, short: "v", help: "add: name every file that is added"),
  ]

  private static let sourceRoot = Flag(
    .sourceRoot, value: .path("DIR"), help: "A folder with the source files, for --context and --source-url; repeatable")
  private static let context = Flag(
    .context, value: .text("N"),
    help: "Show N lines before and after the app's innermost line of the crashed thread, from --source-root or --map-path")

  private static let store = Flag(
    .store, value: .path("DIR"),
    help: "The store of debug files (default: $SYMBOLICATE_STORE, else $XDG_DATA_HOME/symbolicate/store)")

  /// The options of every command, which stand last in help.
  static let common: [Flag] = [
    Flag(.help, short: "h", help: "Show this help"),
    Flag(.version, help: "Show the version"),
  ]

  private static let searching: [Flag] = [
    Flag(
      .symbols, short: "s", value: .path("PATH"),
      help: "A debug file, dSYM, .xcarchive, .app, .zip of them, or a folder that is searched with all below it; repeatable"),
    store,
    Flag(.debuginfod, help: "Also ask the servers of $DEBUGINFOD_URLS for debug files of ELF images; uses the network"),
    Flag(
      .image, value: .text("NAME=..."),
      help: "NAME=PATH or NAME=LOADADDR[,ID]: what the report does not say of an image; repeatable"),
    Flag(.allowMismatch, help: "Use a debug file of the same name with another ID where there is none with the right one"),
  ]

  private static let jobs = Flag(.jobs, short: "j", value: .text("N"), help: "Parallel jobs (default: the number of cores)")
  private static let noIndexes = Flag(.noIndex, help: "Read debug files themselves: neither use nor make indexes of them")
  private static let strict = Flag(.strict, help: "Exit with 3 when a frame of the app stays without a name")
  private static let noInlines = Flag(.noInlines, help: "Leave inlined functions out")
  private static let noDemangle = Flag(.noDemangle, help: "Print names as the linker knows them")
  private static let fullNames = Flag(.fullNames, help: "Print Swift names in full: modules, argument and result types")
  private static let fullPaths = Flag(.fullPaths, help: "Print the paths of source files, not only their names")
  private static let mapPath = Flag(.mapPath, value: .text("FROM=TO"), help: "Replace the beginning of source paths; repeatable")
  private static let onlyCrashed = Flag(.onlyCrashed, help: "Print only the crashed thread and the exception's backtrace")
  private static let color = Flag(
    .color, value: .choice("WHEN", ["auto", "always", "never"]), help: "Colour: auto (default), always or never")
  private static let quiet = Flag(.quiet, short: "q", help: "Print nothing on standard error but errors")
  private static let verbose = Flag(.verbose, short: "v", help: "Say more: where debug files were looked for and which were used")
  private static let formatHelp =
    "text (default), same (the input's own format with names filled in), json, ndjson, side-by-side (addresses beside names), "
    + "markdown"
}
