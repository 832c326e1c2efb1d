/// An option of the command line, and everything about it: names, value, help, manual, the commands that have it, completion, and where
/// its value goes. Parsing, `-h`, `--help`, the man pages, docs/OPTIONS.md and the shells' completions are made from these values.
///
/// A new option is one declaration in one of the lists `Flag+….swift`, and the code that asks `Options` for it.
struct Flag: Sendable {
  /// The value of an option.
  enum Value: Sendable {
    /// A file or directory; the string names it in help.
    case path(String)
    /// One of a few values; the first string names the value in help.
    case choice(String, [String])
    /// Anything else; the string names it in help.
    case text(String)

    /// The name of the value in help.
    var placeholder: String {
      switch self {
      case .path(let word), .choice(let word, _), .text(let word): word
      }
    }
  }

  /// What an option is in one command, where this is not what it is in the others.
  struct Variant: Sendable {
    var spellings: [String]?
    var value: Value?
    var takesOptionalValue = true
    var help: String?
    var details: [String]?
  }

  /// Where the value of an option goes. Returns false if the value is not what the option expects.
  typealias Reading = @Sendable (inout Options, String) -> Bool

  /// The long name without its dashes.
  let name: String
  /// The one-letter name, or nil if there is none.
  let short: Character?
  /// All names with their dashes, the shortest first.
  private(set) var spellings: [String]
  /// The value that must follow, or nil for a switch.
  private(set) var value: Value?
  /// The value that may follow a switch after `=`, or nil if there is none.
  private(set) var optionalValue: String?
  /// Short forms of values, such as `md` for `markdown`.
  let shortForms: KeyValuePairs<String, String>
  /// A description in one line, without a full stop.
  private(set) var help: String
  /// More paragraphs for the manual. One that begins with `* ` is an item of a list.
  private(set) var details: [String]
  /// The commands in which it is the same.
  let commands: [Command]
  /// The commands in which it differs.
  // The types of dictionaries are looked up at run time, at the start of every command.
  let variants: KeyValuePairs<Command, Variant>
  /// Whether outputs depend on it, and not only how they are made and what is printed meanwhile.
  let changesOutputs: Bool
  /// What a value must be, for the message about another one.
  let expected: String
  /// Takes the value, or nil for a switch, and for options whose text is taken as it is.
  let read: Reading?

  /// Declares an option. Without `spellings`, the names are the letter and the long name.
  init(
    _ name: String, short: Character? = nil, spellings: [String]? = nil, value: Value? = nil, optionalValue: String? = nil,
    shortForms: KeyValuePairs<String, String> = [:], help: String, details: [String] = [], of commands: [Command] = [],
    but variants: KeyValuePairs<Command, Variant> = [:], changesOutputs: Bool = true, expected: String = "", read: Reading? = nil
  ) {
    self.name = name
    self.short = short
    self.spellings = spellings ?? (short.map { ["-\($0)"] } ?? []) + ["--" + name]
    self.value = value
    self.optionalValue = optionalValue
    self.shortForms = shortForms
    self.help = help
    self.details = details
    self.commands = commands
    self.variants = variants
    self.changesOutputs = changesOutputs
    self.expected = expected
    self.read = read
  }

  /// Returns the option as it is in a command, or nil if the command does not have it.
  func of(_ command: Command) -> Flag? {
    guard let variant = variants.first(where: { $0.key == command })?.value else {
      return commands.contains(command) ? self : nil
    }
    var flag = self
    flag.spellings = variant.spellings ?? spellings
    flag.value = variant.value ?? value
    flag.optionalValue = variant.takesOptionalValue ? optionalValue : nil
    flag.help = variant.help ?? help
    flag.details = variant.details ?? details
    return flag
  }

  /// Whether several commands have it, and it is the same in this one.
  func isCommon(in command: Command) -> Bool { commands.count > 1 && commands.contains(command) }

  /// The long name with its dashes.
  var long: String { spellings.last ?? "" }

  /// Returns the value that a short form abbreviates, or the text itself.
  func wholeValue(of text: String) -> String { shortForms.first { $0.key == text }?.value ?? text }

  /// The left column of help: `-s, --symbols PATH`.
  var signature: String {
    let names = spellings.joined(separator: ", ")
    let indent = short == nil && names.hasPrefix("--") ? "    " : ""
    return indent + names + (value.map { " " + $0.placeholder } ?? "") + (optionalValue.map { "[=\($0)]" } ?? "")
  }
}

extension Flag: Hashable {
  static func == (one: Flag, other: Flag) -> Bool { one.name == other.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Flag {
  /// All options, in the order of help, under the headings of help.
  static let sections: [(heading: String, flags: [Flag])] = [
    ("Access", assisting), ("Debug files", searching), ("Output", printing + showing), ("Names and runs", answering),
    ("Source code", sourceCode), ("Changes of the code", changing), ("Groups and redaction", triaging), ("Store", storing),
    ("Configuration", configuring),
    ("Options", compatible),
    ("Help", common),
  ]

  /// All options, in the order of help.
  static let all = sections.flatMap(\.flags)

  /// The options of every command, which are last in help. No other option of a command has one of their names.
  static let common = [help, version]

  static let help = Flag(
    "help", short: "h", help: "Show help: -h a line for each option, --help everything",
    of: Command.allCases.filter { $0 != .addr2line },
    but: [.addr2line: Variant(spellings: ["-h", "-H", "--help"])])

  static let version = Flag(
    "version", help: "Show the versions of the program and of what it is built with",
    of: Command.allCases.filter { $0 != .addr2line },
    but: [.addr2line: Variant(spellings: ["-v", "--version"])])
}
