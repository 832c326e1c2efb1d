/// A tool as clients see it.
struct ToolDefinition: Sendable {
  let name: String
  /// A title for people.
  let title: String
  /// What it does, for language models.
  let description: String
  /// The parameters: name, JSON schema, whether it is required.
  let parameters: [(name: String, schema: JSONItem, isRequired: Bool)]

  /// The element of `tools/list`.
  var item: JSONItem {
    [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": [
        "type": "object", "properties": .object(parameters.map { ($0.name, $0.schema) }),
        "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }), "additionalProperties": false,
      ],
      "annotations": [
        "title": .string(title), "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false,
      ],
    ]
  }

  private static func text(_ description: String) -> JSONItem { ["type": "string", "description": .string(description)] }

  private static let page: (name: String, schema: JSONItem, isRequired: Bool) = (
    "page", ["type": "integer", "minimum": 1, "description": "The page of a long answer, from 1"], false
  )
  private static let report: (name: String, schema: JSONItem, isRequired: Bool) = (
    "path", text("The path of a crash report, absolute or below an allowed directory"), true
  )
  private static let reports: (name: String, schema: JSONItem, isRequired: Bool) = (
    "path", text("The path of a directory with crash reports, or of one report"), true
  )

  /// All tools.
  static let all = [
    ToolDefinition(
      name: "inspect", title: "Inspect a report or debug file",
      description: "Shows what is in a crash report and which of its debug files are found or missing; the IDs and contents of a "
        + "debug file (dSYM, Mach-O, ELF); or the reports in a directory, one on each line. Begin with this tool.",
      parameters: [("path", text("The path of a report, a debug file or a directory"), true), page]),
    ToolDefinition(
      name: "symbolicate", title: "Symbolicate a crash report",
      description: "Turns the addresses of a crash report into functions, files and lines. The view 'brief' (default) has the "
        + "crashed stack, causes and missing debug files in 2 KB; 'thread' has all frames of one thread with inlined functions; "
        + "and, if the source files are in a readable directory, the lines around the app's innermost one; 'all' has the whole report.",
      parameters: [
        report,
        (
          "view", ["type": "string", "enum": ["brief", "thread", "all"], "description": "How much of the report to show"], false
        ),
        (
          "thread",
          [
            "type": "integer", "minimum": 0,
            "description": "The number of the thread for the view 'thread'; by default the one that crashed",
          ], false
        ), page,
      ]),
    ToolDefinition(
      name: "summarize", title: "Summarize crash reports",
      description: "Groups the crash reports of a directory by what went wrong, the most frequent first, with counts, versions, "
        + "probable causes and crash loops. A summary.json is read as well.",
      parameters: [
        reports,
        ("filter", text("Only groups with this text in their function, file, app, cause, version or system"), false),
        ("since", text("Only events of this day and later, for example 2026-11-20"), false),
        (
          "limit",
          ["type": "integer", "minimum": 1, "description": "The most groups of each table (default: 10)"], false
        ), page,
      ]),
    ToolDefinition(
      name: "explain", title: "Explain a group of crashes",
      description: "Explains one group of `summarize`, or the group of a single report: the frames that make the group, probable "
        + "causes with evidence, advice, and, if the server was started with --git, the commits that may have made it.",
      parameters: [
        reports,
        (
          "group",
          text("The group or its fingerprint, as `summarize` prints it, or a part of its function; by default the first group"),
          false
        ),
        page,
      ]),
    ToolDefinition(
      name: "lookup", title: "Look up addresses",
      description: "Looks up addresses in one debug file: functions, inlined functions, files, lines and columns.",
      parameters: [
        ("file", text("The path of a dSYM, Mach-O or ELF file, app or framework, as `find` prints it"), true),
        (
          "addresses",
          [
            "type": "array", "items": ["type": "string"], "minItems": 1, "maxItems": 1000,
            "description": "Addresses in hexadecimal, with or without 0x",
          ], true
        ),
        ("load", text("The load address of the image, if the addresses are those of a running process; in hexadecimal"), false),
        ("arch", text("The architecture, if the file contains several, for example arm64"), false), page,
      ]),
    ToolDefinition(
      name: "find", title: "Find a debug file",
      description: "Finds debug files by UUID or build ID, or by the name of the image, in the directories that may be read.",
      parameters: [("query", text("A UUID, a build ID or the name of an image"), true), page]),
  ]
}
