internal import Answering

/// Options about source files.
extension Flag {
  static let sourceCode = [sourceRoot, sourceGit, revisionKey, context, sourceURL]

  static let mapPath = Flag(
    "map-path", value: .text("FROM=TO"), help: "Replace a prefix of source paths; repeatable",
    details: [
      "A source path that begins with FROM begins with TO instead, in the output and for --context and --source-url. The first "
        + "option that fits counts."
    ], of: [.symbolicate, .filter, .stream, .summarize], expected: "FROM=TO"
  ) { $0.take(PathMap(parsing: $1), into: \.pathMaps) }

  static let sourceRoot = Flag(
    "source-root", value: .path("DIR"),
    help: "A directory with source files, or a source bundle (.src.zip), for --context and --source-url; repeatable",
    details: [
      "A source bundle is what `sentry-cli debug-files bundle-sources` writes: its files are found by their paths in the debug "
        + "information, and used for images that have its ID. Bundles in the store, and beside debug files under their names "
        + "(Shop.src.zip), are found without this option.",
      "A file is looked for below DIR by its whole path, then without its first directory, and so on. Symbolic links and .. do "
        + "not lead out of DIR.",
    ], of: [.symbolicate, .filter]
  ) { $0.take($1, into: \.sourceRoots) }

  static let sourceGit = Flag(
    "source-git", value: .path("REPO[@REV]"),
    help: "Read source lines from a revision of this git repository: the lines that were built",
    details: [
      "Without REV the revision is the one that the report names: under the key of --revision-key, or under a usual one such as "
        + "gitCommit. A file is looked for in the revision by its whole path, then without its first directory, and so on. Files "
        + "that it does not have are looked for with --source-root. git is run as a program that only reads."
    ], of: [.symbolicate, .filter]
  ) { $0.take($1, as: \.sourceGit) }

  static let revisionKey = Flag(
    "revision-key", value: .text("KEY"),
    help: "The key under which reports name the revision of the source code, for --source-git",
    details: [
      "For example a custom key of the app, or SourceVersion of buildInfo. Its value is anything that git resolves to a commit."
    ],
    of: [.symbolicate, .filter]
  ) { $0.take($1, as: \.revisionKey) }

  static let context = Flag(
    "context", value: .text("N"),
    help:
      "Show N lines before and after the app's innermost source line in the crashed thread, from --source-root, --source-git, "
      + "--map-path, --source-map or source bundles",
    details: [
      "In JSON every source line of the app gets its context. A message on standard error says why there is none, and whether "
        + "the file is newer than the debug file."
    ], of: [.symbolicate], but: [.filter: Variant(details: ["The lines are printed below each call stack."])],
    expected: "a number from 0 to 1000"
  ) { $0.take(number($1, in: 0...1000), as: \.contextLines) }

  static let sourceURL = Flag(
    "source-url", value: .text("TEMPLATE"),
    help: "Link source lines to this URL with {path} and {line}, in markdown, json and colored text",
    details: [
      "For example: https://example.com/shop/blob/4.2/{path}#L{line}. {path} is the path that --map-path makes, or the path "
        + "below --source-root; other files get no link. Without either option every file gets one."
    ], of: [.symbolicate], expected: "a template with {path}"
  ) { $0.take(SourceLink(parsing: $1), as: \.sourceLink) }
}

/// Options about the repository of the app.
extension Flag {
  static let changing = [git, revision, authors, owners]

  static let git = Flag(
    "git", value: .path("REPO"),
    help: "Name the commits that may have made each failure: what changed on its stack since the last version without it",
    details: [
      "REPO is a directory of a git repository with the source code. The commits between the last version without the failure and the "
        + "first one with it are ordered by what they change: the blamed line, its function, functions that call it, their files. They "
        + "are suspects, with the reason, and no more. The last change of the blamed line is shown as well.",
      "Versions are tags (v4.2.0, 4.2.0, 4.2.0-1187, Shop-4.2.0), or what --revision says, or a revision in the report, under a key such "
        + "as gitCommit. git is run as a program, only reads, starts nothing that the repository names, and refuses a repository of "
        + "another user unless safe.directory names it.",
    ], of: [.symbolicate, .summarize, .mcp]
  ) { $0.take($1, as: \.git) }

  static let revision = Flag(
    "revision", value: .text("VERSION=REV"), help: "The revision that a version was built from, for --git; repeatable",
    details: ["VERSION is a version, a build, or both: 4.2.0, 1187 or \"4.2.0 (1187)\"."],
    of: [.symbolicate, .summarize, .mcp], expected: "VERSION=REV"
  ) { $0.take(NamedRevision(parsing: $1), into: \.revisions) }

  static let authors = Flag(
    "authors", help: "Show the names of the authors of commits", of: [.symbolicate, .summarize, .mcp])

  static let owners = Flag(
    "owners", help: "Show who owns the code by the file CODEOWNERS of --git", of: [.symbolicate, .summarize, .mcp])
}
