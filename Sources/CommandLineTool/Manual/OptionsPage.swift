/// Writes docs/OPTIONS.md: the manual of every command in Markdown.
enum OptionsPage {
  /// The whole page.
  static var text: String {
    var lines = [
      "# Commands and options", "", "<!-- Made by `make docs` from the table of options. Do not edit. -->", "",
      "`symbolicate -h` and `symbolicate COMMAND -h` print one line for each option, `--help` prints what is here.", "",
    ]
    for command in Command.allCases { lines += section(command) }
    lines += ["## Common options", "", "These mean the same in every command that names them.", ""]
    for flag in Flag.all where Command.allCases.contains(where: { flag.isCommon(in: $0) }) { lines += option(flag) }
    lines.append("")
    lines += ["## Exit codes", ""]
    for (code, meaning) in ExitCode.meanings { lines.append("* `\(code)`: \(escaped(meaning))") }
    lines += ["", "When several apply, the program ends with the first of 5, 1, 4 and 3."]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func section(_ command: Command) -> [String] {
    let manual = Manual(of: command)
    let title = command == .symbolicate ? "symbolicate" : "symbolicate " + command.rawValue
    var lines = ["## " + title, "", escaped(command.summary) + ".", "", "```"] + command.usage + ["```", ""]
    lines += paragraphs(manual.description, indent: "")
    let common = manual.flags.filter { $0.isCommon(in: command) }
    let own = manual.flags.filter { !$0.isCommon(in: command) }
    for flag in own { lines += option(flag) }
    if !own.isEmpty { lines.append("") }
    if !common.isEmpty {
      let names = common.map { flag in "`\(flag.signature.drop { $0 == " " })`" }
      lines += ["[Common options](#common-options): " + names.joined(separator: ", ") + ".", ""]
    }
    if !command.examples.isEmpty {
      lines.append("```sh")
      for example in command.examples { lines += ["# " + example.text, example.line] }
      lines += ["```", ""]
    }
    if !manual.variables.isEmpty {
      lines += ["Environment:", ""]
      for variable in manual.variables { lines.append("* `\(variable.term)`: \(escaped(variable.text))") }
      lines.append("")
    }
    return lines
  }

  /// Returns an item of a list with the paragraphs inside it.
  private static func option(_ flag: Flag) -> [String] {
    let signature = flag.signature.drop { $0 == " " }
    let details = flag.details
    let item = "* **`\(signature)`** \u{2014} \(escaped(flag.help))."
    guard !details.isEmpty else { return [item] }
    var lines = [item] + (details[0].hasPrefix("* ") ? [] : [""])
    lines += paragraphs(details, indent: "  ")
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func paragraphs(_ texts: [String], indent: String) -> [String] {
    var lines: [String] = []
    for (position, text) in texts.enumerated() {
      lines.append(indent + (text.hasPrefix("* ") ? "* " + escaped(String(text.dropFirst(2))) : escaped(text)))
      let next = position + 1 < texts.count ? texts[position + 1] : ""
      if !(text.hasPrefix("* ") && next.hasPrefix("* ")) { lines.append("") }
    }
    return lines
  }

  /// Returns text in which nothing is markup.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "*<`|\\".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
