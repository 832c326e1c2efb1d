internal import Answering

/// Options about source files.
extension Flag {
  static let sourceCode = [sourceRoot, context, sourceURL]

  static let mapPath = Flag(
    "map-path", value: .text("FROM=TO"), help: "Replace a prefix of source paths; repeatable",
    details: [
      "A source path that begins with FROM begins with TO instead, in the output and for --context and --source-url. The first "
        + "option that fits counts."
    ], of: [.symbolicate, .filter, .stream, .summarize], expected: "FROM=TO"
  ) { $0.take(PathMap(parsing: $1), into: \.pathMaps) }

  static let sourceRoot = Flag(
    "source-root", value: .path("DIR"), help: "A directory with source files, for --context and --source-url; repeatable",
    details: [
      "A file is looked for below DIR by its whole path, then without its first directory, and so on. Symbolic links and .. do "
        + "not lead out of DIR."
    ], of: [.symbolicate, .filter]
  ) { $0.take($1, into: \.sourceRoots) }

  static let context = Flag(
    "context", value: .text("N"),
    help: "Show N lines before and after the app's innermost source line in the crashed thread; needs --source-root, --map-path "
      + "or --source-map",
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
