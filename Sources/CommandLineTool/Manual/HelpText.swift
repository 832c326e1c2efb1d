/// The text of `-h`: one line or two for each option, made from the table of options.
enum HelpText {
  /// Returns the help of one command, with a line end after every line.
  static func of(_ command: Command) -> String {
    var lines = [command.summary + ".", ""]
    for (position, form) in command.usage.enumerated() { lines.append((position == 0 ? "Usage: " : "       ") + form) }
    lines += [""] + command.operands
    if command == .symbolicate { lines += ["", "Commands:"] + commandList }
    lines += ["", "Options:"] + command.flags.flatMap(describe)
    if command == .symbolicate { lines += closing }
    lines += ["", more(command)]
    return lines.map { $0 + "\n" }.joined()
  }

  /// One line per command.
  static let commandList = Command.words.map { command in
    "  " + padded(command.rawValue, to: 14) + command.summary
  }

  private static let closing = [
    "",
    "Debug files are also searched in the directories of $SYMBOLICATE_SYMBOL_PATHS (separated by colons) and in the report's",
    "directory; for ELF images also at the image's path, in /usr/lib/debug/.build-id and in debuginfod's cache.",
    "",
    "Exit codes: 0 success; 1 a report could not be read; 2 wrong usage; 3 --strict and frames of the app without names;",
    "4 nothing could be resolved; 5 the output could not be written.",
  ]

  /// Returns the reference to further help.
  private static func more(_ command: Command) -> String {
    guard command == .symbolicate else { return "'symbolicate \(command.rawValue) --help' explains more." }
    return "'symbolicate --help' explains more, 'symbolicate COMMAND -h' lists the options of a command."
  }

  /// Returns the signature, and the description from column 29 on, or on the next line if the signature is too long.
  private static func describe(_ flag: Flag) -> [String] {
    let left = "  " + flag.signature
    let wrapped = TextWrap.lines(flag.help, width: 72)
    let indented = wrapped.dropFirst().map { String(repeating: " ", count: column) + $0 }
    let first = wrapped.first ?? ""
    if left.utf8.count + 2 <= column { return [padded(left, to: column) + first] + indented }
    return [left, String(repeating: " ", count: column) + first] + indented
  }

  private static let column = 28

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.utf8.count))
  }
}
