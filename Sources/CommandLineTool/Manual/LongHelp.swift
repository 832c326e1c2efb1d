/// The text of `--help`: the whole manual, for a terminal.
enum LongHelp {
  /// Returns the help of one command, with a line end after every line.
  static func of(_ command: Command) -> String {
    let manual = Manual(of: command)
    var lines = [command.summary + "."]
    lines.append("")
    for (position, form) in command.usage.enumerated() { lines.append((position == 0 ? "Usage: " : "       ") + form) }
    lines += paragraphs(manual.description, indent: 0)
    if command == .symbolicate { lines += ["", "Commands:"] + HelpText.commandList(width) }
    lines += ["", "Options:"]
    for (position, flag) in command.flags.enumerated() {
      if position > 0 { lines.append("") }
      lines += option(flag)
    }
    lines += entries("Examples:", command.examples.map { Manual.Entry(term: $0.line, text: $0.text) })
    lines += entries("Environment:", manual.variables.map { Manual.Entry(term: "$" + $0.term, text: $0.text) })
    lines += ["", "Exit codes:"]
    for entry in manual.exitStatuses { lines += exitStatus(entry) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static let width = 100

  private static func option(_ flag: Flag) -> [String] {
    var lines = ["  " + flag.signature]
    lines += TextWrap.lines(flag.help + ".", width: width, indent: 10)
    lines += paragraphs(flag.details, indent: 10)
    return lines
  }

  /// Returns paragraphs with an empty line before each, but none between the items of a list.
  private static func paragraphs(_ texts: [String], indent: Int) -> [String] {
    var lines: [String] = []
    for (position, text) in texts.enumerated() {
      let continuesList = text.hasPrefix("* ") && position > 0
      if !continuesList { lines.append("") }
      lines += TextWrap.lines(text, width: width, indent: indent)
    }
    return lines
  }

  private static func entries(_ title: String, _ entries: [Manual.Entry]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return ["", title] + entries.flatMap { ["  " + $0.term] + TextWrap.lines($0.text, width: width, indent: 10) }
  }

  private static func exitStatus(_ entry: Manual.Entry) -> [String] {
    let wrapped = TextWrap.lines(entry.text, width: width, indent: 7)
    let head = "  " + entry.term + String(repeating: " ", count: max(1, 5 - entry.term.utf8.count))
    return wrapped.enumerated().map { $0.offset == 0 ? head + $0.element.drop { $0 == " " } : $0.element }
  }
}
