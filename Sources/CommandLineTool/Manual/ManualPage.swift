/// Writes man pages (man(7) of groff and mandoc).
enum ManualPage {
  /// Returns the page of a command.
  static func of(_ command: Command) -> String {
    let manual = Manual(of: command)
    let title = manual.pageName.uppercased().replacing("-", with: #"\-"#)
    var lines = [
      #".\" Made by `make docs` from the table of options. Do not edit."#,
      ".TH \(title) 1 \"\(Version.date)\" \"symbolicate \(Version.text)\" \"User Commands\"", ".SH NAME",
      "\(escaped(manual.pageName)) \\- \(escaped(uncapitalized(command.summary)))", ".SH SYNOPSIS", ".nf",
    ]
    lines += command.usage.map { escaped($0) } + [".fi"]
    if !manual.description.isEmpty { lines += [".SH DESCRIPTION"] + paragraphs(manual.description, isFirst: true) }
    if command == .symbolicate { lines += [".SH COMMANDS"] + commands }
    lines.append(".SH OPTIONS")
    for flag in command.flags { lines += option(flag) }
    lines += entries("EXAMPLES", command.examples.map { Manual.Entry(term: $0.line, text: $0.text) })
    lines += entries("ENVIRONMENT", manual.variables)
    lines += entries("EXIT STATUS", manual.exitStatuses)
    lines += [".SH SEE ALSO"] + seeAlso(command)
    return lines.map { $0 + "\n" }.joined()
  }

  private static let width = 72

  private static let commands = Command.words.flatMap { command in
    [".TP", "\\fB\(escaped(command.rawValue))\\fR"] + text(command.summary + ".")
      + text("See \(Manual.pageName(of: command))(1).")
  }

  private static func option(_ flag: Flag) -> [String] {
    let bold = flag.spellings.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
    let value = flag.value.map { " \\fI\(escaped($0.placeholder))\\fR" } ?? ""
    return [".TP", bold + value] + text(flag.help + ".") + paragraphs(flag.details, indent: "7")
  }

  private static func entries(_ title: String, _ entries: [Manual.Entry]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return [".SH " + title] + entries.flatMap { [".TP", "\\fB\(escaped($0.term))\\fR"] + text($0.text) }
  }

  /// Returns all other pages, by name.
  private static func seeAlso(_ command: Command) -> [String] {
    let others = Command.allCases.filter { $0 != command }.map { Manual.pageName(of: $0) }.sorted()
    return others.enumerated().map { ".BR \(escaped($0.element)) (1)" + ($0.offset < others.count - 1 ? " ," : "") }
  }

  /// Returns paragraphs; those of an option are indented below it, and a blank line is before each but the first of a section.
  private static func paragraphs(_ texts: [String], isFirst: Bool = false, indent: String? = nil) -> [String] {
    var lines: [String] = []
    var inList = false
    if indent != nil, !texts.isEmpty { lines.append(".RS") }
    for (position, paragraph) in texts.enumerated() {
      if paragraph.hasPrefix("* ") {
        lines += [".IP \\(bu 2"] + text(String(paragraph.dropFirst(2)))
        inList = true
      } else {
        if inList || position > 0 || !isFirst { lines.append(".PP") }
        lines += text(paragraph)
        inList = false
      }
    }
    if indent != nil, !texts.isEmpty { lines.append(".RE") }
    return lines
  }

  /// Returns lines of text in which nothing is a request of man(7).
  private static func text(_ text: String) -> [String] {
    TextWrap.lines(text, width: width).map { line in
      let line = escaped(line)
      return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }
  }

  /// Returns text with backslashes and hyphens as they are typed, and with straight quotes.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "~": result += "\\(ti"
      case "^": result += "\\(ha"
      default: result.append(character)
      }
    }
  }

  private static func uncapitalized(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }
}
