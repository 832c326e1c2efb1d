/// The detailed text about options: the part of `--help`, the man pages and docs/OPTIONS.md beyond the line in `-h`.
enum FlagDetails {
  /// Returns paragraphs on an option of a command, or none if its line of help is enough. A paragraph that begins with `* ` is an
  /// item of a list.
  static func paragraphs(_ name: Flag.Name, of command: Command) -> [String] {
    switch command {
    case .store: store(name) ?? general(name)
    case .lookup: lookup(name) ?? general(name)
    case .inspect: inspect(name) ?? general(name)
    case .filter: filter(name) ?? general(name)
    case .check: CheckManual.details(name) ?? general(name)
    case .index: name == .quiet ? [] : general(name)
    case .atos, .addr2line: DropInManual.details(name)
    case .mcp: AssistantsManual.details(name)
    default: general(name)
    }
  }

  private static func general(_ name: Flag.Name) -> [String] {
    searching(name) ?? answers(name) ?? sources(name) ?? output(name) ?? []
  }

  private static func searching(_ name: Flag.Name) -> [String]? {
    switch name {
    case .symbols:
      [
        "Frameworks and tar files can be named as well. Only headers are read, and what is found is cached by path, size and time. "
          + "A debug file is used only when its UUID or build ID is that of the image.",
        "Directories that are laid out by IDs (.build-id, the cache of debuginfod, Sentry's unified layout, LLDB's mapped UUIDs) "
          + "are not searched: the path of each ID is looked up.",
      ]
    case .store:
      [
        "The store is used after the paths of --symbols and before those of $SYMBOLICATE_SYMBOL_PATHS. See symbolicate-store(1)."
      ]
    case .debuginfod:
      [
        "The library libdebuginfod.so.1 has to be installed. A server is asked only for images without local debug information. "
          + "Nothing else uses the network; files that the client of debuginfod cached earlier are used in any case."
      ]
    case .image:
      [
        "* NAME=PATH uses the debug file at PATH for the image NAME, whatever its ID.",
        "* NAME=LOADADDR states the load address of the image.",
        "* NAME=LOADADDR,ID also states its UUID or build ID, for logs that do not list images.",
      ]
    case .allowMismatch:
      [
        "Addresses of another build usually lead to other functions. Frames that are resolved with such a file are marked in "
          + "every format."
      ]
    default: nil
    }
  }

  private static func answers(_ name: Flag.Name) -> [String]? {
    switch name {
    case .jobs: ["The output is the same and in the same order, whatever the number of jobs."]
    case .noIndex:
      [
        "An index is a file in the cache with the functions and lines of a debug file. With 32 reports or more one is built for "
          + "each debug file that is used, and later runs answer from it."
      ]
    case .strict:
      [
        "A frame counts when its image belongs to the app and no debug file has a name for its address, also when the report "
          + "itself names it without a source line. A frame of JavaScript counts when it is in a bundle and no source map has its "
          + "source, whether or not --source-map is given."
      ]
    case .noInlines: ["Each address then has one frame: the function whose code it is, with the line of the outermost call."]
    case .noDemangle: ["Names of Swift, C++ and Rust functions stay mangled; those of Objective-C are never mangled."]
    case .fullNames: ["By default the names of Swift functions leave out modules, argument types and result types."]
    case .redact:
      [
        "Replaced are: names of users (in the paths of home directories, and under keys such as username), e-mail addresses, IP and "
          + "hardware addresses, names and identifiers of devices, serial numbers, and passwords, tokens and keys by their form "
          + "or the key before them. A name inside a sentence is not found. IDs of images, addresses and versions stay, so that the "
          + "result can still be symbolicated.",
        "A value has the same replacement in the whole run, so that groups and crash loops stay the same. The replacements of "
          + "another run are others, unless --device-salt gives both the same text.",
      ]
    case .failOn:
      [
        "The groups are printed on standard error. The output is written in any case. Groups of an earlier summary (--baseline) are "
          + "recognized by app and fingerprint."
      ]
    case .onlyCrashed: ["Reports without a crashed thread are printed whole."]
    default: nil
    }
  }

  private static func sources(_ name: Flag.Name) -> [String]? {
    switch name {
    case .fullPaths: ["Debug files hold the paths of the machine that compiled the code."]
    case .mapPath:
      [
        "A source path that begins with FROM begins with TO instead, in the output and for --context and --source-url. The first "
          + "option that fits counts."
      ]
    case .sourceRoot:
      [
        "A file is looked for below DIR by its whole path, then without its first directory, and so on. Symbolic links and .. do "
          + "not lead out of DIR."
      ]
    case .sourceMap:
      [
        "A map is used for a bundle whose debug ID or name it has. If it is the only one, it is used for any bundle, with a "
          + "warning; if several fit, none is used. Bytecode of Hermes needs the map that is composed with the compiler's.",
        "The sources in the map serve --context.",
      ]
    case .context:
      [
        "In JSON every source line of the app gets its context. A message on standard error says why there is none, and whether "
          + "the file is newer than the debug file."
      ]
    case .sourceURL:
      [
        "For example: https://example.com/shop/blob/4.2/{path}#L{line}. {path} is the path that --map-path makes, or the path "
          + "below --source-root; other files get no link. Without either option every file gets one."
      ]
    default: nil
    }
  }

  private static func output(_ name: Flag.Name) -> [String]? {
    switch name {
    case .format: Manual.formats
    case .output:
      [
        "For a directory of reports PATH is a directory, too. The extension of the format is added to every name. Files are written "
          + "aside and renamed, and an input is never overwritten.",
        "A second run into the same directory makes only what is missing: outputs that are newer than their report, and were made by "
          + "the same program with the same options and debug files, stay (.symbolicate-manifest records them). So an interrupted run "
          + "goes on where it ended. --force makes all of them again.",
        "With -f ndjson, a PATH that ends in .ndjson or .jsonl is one file for all reports.",
      ]
    case .style:
      [
        "* symbolicated: name + 80 (file.c:9)", "* side-by-side: 0x102db4000 + 16924 (name + 80 (file.c:9))",
        "* partially-symbolicated: as symbolicated, but frames of the main executable keep their addresses",
        "* unsymbolicated: 0x102db4000 + 16924",
      ]
    case .color: ["With auto, color is used on a terminal, unless NO_COLOR is set or TERM is dumb."]
    case .progress: ["With auto, a line on standard error shows the progress of a directory, on a terminal only."]
    default: nil
    }
  }

  private static func store(_ name: Flag.Name) -> [String]? {
    switch name {
    case .store: ["The directory is made by the first 'store add'."]
    case .link: ["The store then holds only small records, and the files must stay in place."]
    case .indexOnly:
      [
        "An index answers as its debug file does. A debug file that is added later is used instead of it. 'store verify' lists "
          + "indexes of other versions of this program, whose debug files have to be added again."
      ]
    case .noIndex: ["By default an index of each large file is built into the cache, so that its first use is fast."]
    case .maxSize: ["Sizes are bytes, or numbers with K, M, G or T, which count in thousands."]
    case .keepLast: ["Builds are ordered by the time of their files."]
    case .olderThan, .json, .dryRun, .jobs, .quiet, .verbose, .progress: []
    default: nil
    }
  }

  private static func lookup(_ name: Flag.Name) -> [String]? {
    switch name {
    case .arch: ["Names are those of Apple and Linux: arm64, arm64e, x86_64, armv7, aarch64."]
    case .load: ["Without it addresses are link-time addresses, as in the debug file."]
    case .json:
      ["Each object has the address, the start of its function, and the source frames with function, file, line and column."]
    case .noIndex: []
    default: nil
    }
  }

  private static func inspect(_ name: Flag.Name) -> [String]? {
    switch name {
    case .json:
      [
        "Reports have the schema symbolicate.inspect/1, debug files symbolicate.debugfile/1, source maps "
          + "symbolicate.sourcemap/1."
      ]
    case .strict:
      [
        "For reports: when an image of the app has frames and no debug file with its ID. For debug files: when none of the files "
          + "with an ID has debug information."
      ]
    case .verbose, .quiet: []
    default: nil
    }
  }

  private static func filter(_ name: Flag.Name) -> [String]? {
    switch name {
    case .quiet, .verbose: []
    case .context: ["The lines are printed below each call stack."]
    case .redact:
      (answers(name) ?? []) + [
        "Lines are passed on whole then: what a program prints without a line end waits for the end of the line."
      ]
    case .deviceSalt: ["The replacements of --redact are hashes with TEXT. Without the option they differ from run to run."]
    default: nil
    }
  }
}
