/// How symbolicated reports are written. The raw value is the word of `--format`.
public enum OutputFormat: String, Sendable, CaseIterable {
  /// For text input the input with names filled in, for JSON input Apple's text layout.
  case text
  /// The input's own format with names filled in.
  case same
  /// One JSON object a report, an array when there are several.
  case json
  /// One JSON object a line.
  case ndjson
  /// Like `text`, with every frame's place in its image beside its name.
  case sideBySide = "side-by-side"
  /// GitHub-flavoured Markdown.
  case markdown
  /// At most 2 KB a report, for chat and tickets.
  case brief

  /// Whether people read it, who like an empty line between two results.
  public var isForPeople: Bool {
    switch self {
    case .text, .sideBySide, .markdown, .brief: true
    case .same, .json, .ndjson: false
    }
  }

  /// What is added to the name of an input to make the name of its output.
  public var suffix: String {
    switch self {
    case .text, .sideBySide, .brief: ".txt"
    case .same: ""
    case .json: ".json"
    case .ndjson: ".ndjson"
    case .markdown: ".md"
    }
  }
}
