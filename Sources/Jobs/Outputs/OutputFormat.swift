/// The format of symbolicated reports. The raw value is the value of `--format`.
package enum OutputFormat: String, Sendable, CaseIterable {
  /// For text input, the input with names filled in; for JSON input, Apple's text layout.
  case text
  /// The input's own format with names filled in.
  case same
  /// One JSON object per report, an array for several.
  case json
  /// One JSON object per line.
  case ndjson
  /// Like `text`, with every frame's offset in its image beside its name.
  case sideBySide = "side-by-side"
  /// GitHub-flavored Markdown.
  case markdown
  /// At most 2 KB per report, for chat and tickets.
  case brief
  /// One self-contained page in HTML.
  case html
  /// Stacks with weights, one per line, for flame graph tools.
  case folded
  /// Stacks with weights in speedscope's file format.
  case speedscope

  /// Whether people read it and want an empty line between two results.
  package var isForPeople: Bool {
    switch self {
    case .text, .sideBySide, .markdown, .brief: true
    case .same, .json, .ndjson, .html, .folded, .speedscope: false
    }
  }

  /// Whether it shows whole reports to people, who want the answer after it.
  package var hasAnswer: Bool { [.text, .same, .sideBySide].contains(self) }

  /// The suffix of the output's name after the input's name.
  package var suffix: String {
    switch self {
    case .text, .sideBySide, .brief: ".txt"
    case .same: ""
    case .json: ".json"
    case .ndjson: ".ndjson"
    case .markdown: ".md"
    case .html: ".html"
    case .folded: ".folded"
    case .speedscope: ".speedscope.json"
    }
  }
}
