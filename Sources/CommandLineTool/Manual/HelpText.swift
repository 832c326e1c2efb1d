internal import System

/// The text of `-h`: one line or two for each option, made from the table of options, as wide as the terminal.
enum HelpText {
  /// Returns the help of one command in lines of at most `width` columns, each ended.
  static func of(_ command: Command, width: Int = terminalWidth) -> String {
    var lines = wrapped(command.summary + ".", width) + [""] + usage(command) + [""]
    lines += command == .store ? StoreVerb.explanations(width) : wrapped(command.operands.joined(separator: " "), width)
    if command == .symbolicate { lines += ["", "Commands:"] + commandList(width) }
    for section in sections(of: command) {
      lines += ["", section.heading + ":"] + section.flags.flatMap { describe($0, width) }
    }
    if command == .symbolicate { lines += closing.flatMap { [""] + wrapped($0, width) } }
    lines += [""] + wrapped(more(command), width)
    return lines.map { $0 + "\n" }.joined()
  }

  /// What a command line without a report says: how to begin.
  static var beginning: String {
    let examples = Command.symbolicate.examples.prefix(4).flatMap { ["  " + $0.line, "      " + $0.text] }
    let lines = usage(.symbolicate) + ["", "For example:"] + examples + ["", "'symbolicate -h' lists commands and options."]
    return lines.map { $0 + "\n" }.joined()
  }

  /// One line or more per command.
  static func commandList(_ width: Int) -> [String] {
    Command.words.flatMap { hanging("  " + $0.rawValue, $0.summary, at: 16, width) }
  }

  /// The width of the terminal, within what is easy to read.
  static var terminalWidth: Int { min(max(Environment.terminalColumns ?? 100, 60), 120) }

  private static func usage(_ command: Command) -> [String] {
    command.usage.enumerated().map { ($0.offset == 0 ? "Usage: " : "       ") + $0.element }
  }

  /// The options under headings; a command with few has one list.
  private static func sections(of command: Command) -> [(heading: String, flags: [Flag])] {
    let sections = command.sections
    return command.flags.count <= fewFlags ? [("Options", sections.flatMap(\.flags))] : sections
  }

  private static let fewFlags = 12

  private static let closing = [
    "Debug files are also searched in the directories of $SYMBOLICATE_SYMBOL_PATHS (separated by colons) and in the report's "
      + "directory; for ELF images also at the image's path, in /usr/lib/debug/.build-id and in debuginfod's cache.",
    "Exit codes: 0 success; 1 a report could not be read; 2 wrong usage; 3 --strict and frames of the app without names, or "
      + "--fail-on found a group; 4 nothing could be resolved; 5 the output could not be written.",
  ]

  /// Returns the reference to further help.
  private static func more(_ command: Command) -> String {
    guard command == .symbolicate else { return "'symbolicate \(command.rawValue) --help' explains more." }
    return "'symbolicate --help' explains more, 'symbolicate COMMAND -h' lists the options of a command."
  }

  /// Returns the signature, and the description beside it, or on the next line if the signature is too long.
  private static func describe(_ flag: Flag, _ width: Int) -> [String] {
    hanging("  " + flag.signature, flag.help, at: width < 90 ? 24 : 28, width)
  }

  /// Returns a term, and text from a column on.
  private static func hanging(_ term: String, _ text: String, at column: Int, _ width: Int) -> [String] {
    let indent = String(repeating: " ", count: column)
    let lines = wrapped(text, width - column)
    guard term.utf8.count + 2 <= column, let first = lines.first else { return [term] + lines.map { indent + $0 } }
    return [term + String(repeating: " ", count: column - term.utf8.count) + first] + lines.dropFirst().map { indent + $0 }
  }

  private static func wrapped(_ text: String, _ width: Int) -> [String] { TextWrap.lines(text, width: width) }
}
