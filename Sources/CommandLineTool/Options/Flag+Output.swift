internal import AppleLayout
internal import Jobs
internal import Rendering

/// Options that say what is written where, and how.
extension Flag {
  static let printing = [format, output, json]

  static let answering = [
    jobs, noIndex, strict, force, noInlines, noDemangle, fullNames, fullPaths, values, mapPath, style,
  ]

  static let showing = [onlyCrashed, plain, color, progress, quiet, verbose]

  static let format = Flag(
    "format", short: "f", value: .choice("FORMAT", formats),
    shortForms: ["md": "markdown", "txt": "text", "jsonl": "ndjson"],
    help:
      "text (default), same (the input's own format with names filled in), json, ndjson, side-by-side (addresses beside names), "
      + "markdown, brief, html (one self-contained page), folded and speedscope (flame graphs); of all "
      + "reports: github (annotations), sarif, junit; txt, md and jsonl are short for text, markdown and ndjson",
    details: OutputFormat.allCases.map { "* \($0.rawValue): \($0.meaning)" }
      + groupFormats.map { "* \($0.rawValue): \($0.meaning)" }, of: [.symbolicate],
    but: [
      .summarize: Variant(
        value: .choice("FORMAT", SummaryFormat.allCases.map(\.rawValue)),
        help: "text (default), markdown, json (can be merged and compared), brief (the first five groups, for chat and tickets), "
          + "html (one self-contained page with search and filters), github (annotations), sarif, junit",
        details: SummaryFormat.allCases.map { "* \($0.rawValue): \($0.meaning)" })
    ]
  ) { options, word in
    options.format = OutputFormat(rawValue: word) ?? .text
    options.summaryFormat = SummaryFormat(rawValue: word)
    return true
  }

  /// The formats that show the groups of all reports, in every command.
  private static let groupFormats = SummaryFormat.allCases.filter(\.isOnlyOfGroups)

  private static let formats = OutputFormat.allCases.map(\.rawValue) + groupFormats.map(\.rawValue)

  /// Returns the words of the formats that the name of an output says, the best one first.
  static func formats(named output: String) -> [String] {
    let own = [OutputFormat.speedscope, .json, .ndjson, .markdown, .html, .folded].map {
      (suffix: $0.suffix, format: $0.rawValue)
    }
    let more = [
      (suffix: ".jsonl", format: OutputFormat.ndjson.rawValue), (".sarif", SummaryFormat.sarif.rawValue),
      (".xml", SummaryFormat.junit.rawValue),
    ]
    return (own + more).filter { output.hasSuffix($0.suffix) }.map(\.format)
  }

  static let output = Flag(
    "output", short: "o", value: .path("PATH"),
    help: "Write to this file; for several reports, to a directory that mirrors the input",
    details: [
      "For a directory of reports PATH is a directory, too. The extension of the format is added to every name. Files are written "
        + "aside and renamed, and an input is never overwritten: that is an error before anything is written. The run's own files "
        + "(summary.json, index.html) get another name, which is printed, if an input, an output or another file has it.",
      "Without -f the extension of PATH chooses the format: .json, .ndjson, .jsonl, .md, .html, .folded, .speedscope.json, .sarif, "
        + ".xml (JUnit).",
      "A second run into the same directory makes only what is missing: outputs that are newer than their report, and were made by "
        + "the same program with the same options and debug files, stay (.symbolicate-manifest records them). So an interrupted run "
        + "goes on where it ended. --force makes all of them again.",
      "With -f ndjson, a PATH that ends in .ndjson or .jsonl is one file for all reports.",
    ], of: [.symbolicate],
    but: [
      .summarize: Variant(
        value: .path("FILE"), help: "Write to this file",
        details: [
          "It is written aside and renamed, and an input is never overwritten. Without -f the extension chooses the format: .json, "
            + ".md, .html, .sarif, .xml (JUnit)."
        ])
    ], changesOutputs: false
  ) { $0.take($1, as: \.output) }

  static let json = Flag(
    "json", help: "Print JSON instead of text",
    details: [
      "Reports have the schema symbolicate.inspect/1, debug files symbolicate.debugfile/1, source maps "
        + "symbolicate.sourcemap/1."
    ], of: [.inspect],
    but: [
      .check: Variant(
        help: "Print JSON instead of a table",
        details: ["The schema is symbolicate.check/1: one object, or an array unless there is exactly one build."]),
      .lookup: Variant(
        help: "Print one JSON object per line",
        details: [
          "Each object has the address, the start of its function, and the source frames with function, file, line and column."
        ]
      ),
      .store: Variant(help: "list, find: print one JSON object per line", details: []),
    ])

  static let jobs = Flag(
    "jobs", short: "j", value: .text("N"), help: "Number of parallel jobs (default: number of cores)",
    details: ["The output is the same and in the same order, whatever the number of jobs."],
    of: [.symbolicate, .stream, .summarize, .check, .index],
    but: [.store: Variant(help: "add, verify: number of parallel jobs (default: number of cores)", details: [])],
    changesOutputs: false, expected: "a number above 0"
  ) { $0.take(number($1), as: \.jobs) }

  static let noIndex = Flag(
    "no-index", help: "Read debug files directly: neither use nor build indexes",
    details: [
      "An index is a file in the cache with the functions and lines of a debug file. With 32 reports or more one is built for "
        + "each debug file that is used, and later runs answer from it."
    ], of: [.symbolicate, .stream, .summarize],
    but: [
      .lookup: Variant(help: "Read the debug file even if it has an index", details: []),
      .store: Variant(
        help: "add: do not build indexes in the cache",
        details: ["By default an index of each large file is built into the cache, so that its first use is fast."]),
    ], changesOutputs: false)

  static let strict = Flag(
    "strict", help: "Exit with 3 if a frame of the app has no name",
    details: [
      "A frame counts when its image belongs to the app and no debug file has a name for its address, also when the report "
        + "itself names it without a source line. A frame of JavaScript counts when it is in a bundle and no source map has its "
        + "source, whether or not --source-map is given."
    ], of: [.symbolicate, .stream],
    but: [
      .inspect: Variant(
        help: "Exit with 3 if a debug file of the app is missing",
        details: [
          "For reports: when an image of the app has frames and no debug file with its ID. For debug files: when none of the files "
            + "with an ID has debug information."
        ]),
      .check: Variant(help: "Also exit with 3 if there are warnings", details: []),
    ], changesOutputs: false)

  static let force = Flag(
    "force", help: "Redo every output, even if up to date", of: [.symbolicate],
    changesOutputs: false)

  static let noInlines = Flag(
    "no-inlines", help: "Leave out inlined functions",
    details: ["Each address then has one frame: the function whose code it is, with the line of the outermost call."], of: naming)

  static let noDemangle = Flag(
    "no-demangle", help: "Print mangled names",
    details: ["Names of Swift, C++ and Rust functions stay mangled; those of Objective-C are never mangled."], of: naming)

  static let fullNames = Flag(
    "full-names", help: "Print Swift names in full: modules, argument and result types",
    details: ["By default the names of Swift functions leave out modules, argument types and result types."], of: naming)

  static let values = Flag(
    "values", help: "Show the parameters and local variables of the function that crashed",
    details: [
      "Their values come from the registers, the stack memory and the constants that the report and the debug file have, for frame 0 of "
        + "the crashed thread and the functions inlined there. Values may be personal; --redact removes texts and buffers. A value is "
        + "`optimized out` if the program does not keep it at this instruction, and `not in the report` if the report lacks the register "
        + "or the memory that holds it."
    ], of: [.symbolicate, .stream, .mcp])

  static let fullPaths = Flag(
    "full-paths", help: "Print full paths of source files, not only file names",
    details: ["Debug files hold the paths of the machine that compiled the code."], of: [.symbolicate, .filter])

  static let style = Flag(
    "style", value: .choice("STYLE", FrameStyle.Names.allCases.map(\.rawValue)),
    help: "Frame style of text output, named as in KSCrash: symbolicated (default), side-by-side, partially-symbolicated, "
      + "unsymbolicated",
    details: [
      "* symbolicated: name + 80 (file.c:9)", "* side-by-side: 0x102db4000 + 16924 (name + 80 (file.c:9))",
      "* partially-symbolicated: as symbolicated, but frames of the main executable keep their addresses",
      "* unsymbolicated: 0x102db4000 + 16924",
    ], of: [.symbolicate]
  ) { options, word in
    options.names = FrameStyle.Names(rawValue: word) ?? .symbolicated
    return true
  }

  static let onlyCrashed = Flag(
    "only-crashed", help: "Print only the crashed thread and the exception's backtrace",
    details: ["Reports without a crashed thread are printed whole."], of: [.symbolicate, .stream])

  static let plain = Flag(
    "plain", help: "markdown: nothing folded, for sites that do not render <details>", of: [.symbolicate])

  static let color = Flag(
    "color", value: .choice("WHEN", ["auto", "always", "never"]), help: "Use color: auto (default), always or never",
    details: ["With auto, color is used on a terminal, unless NO_COLOR is set or TERM is dumb."],
    of: [.symbolicate, .inspect, .summarize], changesOutputs: false
  ) { options, word in
    options.color = Options.Color(rawValue: word) ?? .auto
    return true
  }

  static let progress = Flag(
    "progress", value: .choice("WHEN", ["auto", "never"]),
    help: "Show progress for a directory on a terminal: auto (default) or never",
    details: ["With auto, a line on standard error shows the progress of a directory, on a terminal only."],
    of: [.symbolicate, .summarize],
    but: [.store: Variant(help: "Show progress on a terminal: auto (default) or never", details: [])], changesOutputs: false
  ) { options, word in
    options.progress = word != "never"
    return true
  }

  static let quiet = Flag(
    "quiet", short: "q", help: "Print only errors on standard error", of: [.symbolicate, .inspect, .filter],
    but: [
      .summarize: Variant(help: "Print only the groups, and only errors on standard error", details: []),
      .check: Variant(help: "Print no verdict on standard error if nothing is missing"),
      .index: Variant(help: "Print only errors"),
      .store: Variant(help: "Print only results and errors"),
    ], changesOutputs: false)

  static let verbose = Flag(
    "verbose", short: "v", help: "Print more: which debug files were used, and where they were looked for", of: [.symbolicate],
    but: [
      .summarize: Variant(help: "Print all crash loops, and everything that is missing", details: []),
      .inspect: Variant(help: "Also list system images"), .filter: Variant(help: "Report what was found for each call stack"),
      .store: Variant(help: "add: list each added file"),
    ], changesOutputs: false)

  /// The commands that name functions.
  private static let naming: [Command] = [.symbolicate, .filter, .stream, .lookup]
}

extension SummaryFormat {
  /// A description of the format, one clause.
  fileprivate var meaning: String {
    switch self {
    case .text: "tables for a terminal (the default; also txt)"
    case .markdown: "to paste into an issue (also md)"
    case .json: "one object, which summarize reads again: to keep, merge and compare; docs/JSON.md describes it"
    case .brief: "the first five groups, for chat, tickets and language models"
    case .html: "one self-contained page with search, filters and groups"
    case .github:
      "workflow commands of GitHub Actions, which annotate the source lines of the first 30 groups; a table goes to "
        + "$GITHUB_STEP_SUMMARY"
    case .sarif: "SARIF 2.1.0 for code scanning, one result for each group of reports, with its stack"
    case .junit: "JUnit XML, one failed test for each group of reports"
    }
  }
}

extension OutputFormat {
  /// A description of the format, one clause.
  fileprivate var meaning: String {
    switch self {
    case .text: "the original text with names filled in; JSON reports in Apple's text layout (the default; also txt)"
    case .same: "the input's own format, edited in place"
    case .json: "one object, or an array of them when there are several reports; docs/JSON.md describes it"
    case .ndjson: "one JSON object a line for each report"
    case .sideBySide: "as text, with the offset in the image beside each name"
    case .html:
      "one self-contained page to read, search and pass on; one for all of several reports, or, with -o DIR, one each"
    case .folded: "stacks with weights, one a line (process;thread;outermost;...;innermost weight), for flame graph tools"
    case .speedscope: "stacks with weights in the file format of https://www.speedscope.app"
    case .brief: "at most 2 KB a report, for chat, tickets and language models"
    case .markdown:
      "to paste into an issue: what happened, the crashed thread, missing debug files, everything else folded (also md)"
    }
  }
}
