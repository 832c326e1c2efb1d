/// The words of a command line, sorted into options and operands; values are not looked at yet.
struct ParsedArguments: Sendable {
  /// The command that the first word selects.
  var command: Command = .symbolicate
  /// The options in the order given, each with its value when it takes one.
  var options: [(name: Flag.Name, value: String?)] = []
  /// Everything that is no option.
  var operands: [String] = []

  /// Whether an option was given.
  func has(_ name: Flag.Name) -> Bool { options.contains { $0.name == name } }

  /// All values of an option in the order given.
  func values(of name: Flag.Name) -> [String] { options.compactMap { $0.name == name ? $0.value : nil } }

  /// The value that counts when an option is given more than once: the last one.
  func value(of name: Flag.Name) -> String? { values(of: name).last }
}

extension ParsedArguments {
  /// Reads the words after the program's name. Options may stand before and after operands; `--` ends them; long options
  /// take values as `--name=value` or `--name value`, short ones as `-nvalue` or `-n value`; short switches may be grouped.
  init(parsing words: [String]) throws(UsageError) {
    var rest = words[...]
    if let first = rest.first, let named = Command.words.first(where: { $0.rawValue == first }) {
      command = named
      rest.removeFirst()
    }
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      } else if word.hasPrefix("--") {
        try readLong(word.dropFirst(2), rest: &rest)
      } else if word.hasPrefix("-"), word != "-" {
        try readShort(word.dropFirst(), rest: &rest)
      } else {
        operands.append(word)
      }
    }
  }

  private mutating func readLong(_ text: Substring, rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let flag = command.flags.first(where: { $0.name.rawValue == name }) else {
      throw UsageError("unknown option '--\(name)'" + suggestion(for: name), command: command)
    }
    guard flag.value != nil else {
      if parts.count > 1 { throw UsageError("option '\(flag.long)' takes no value", command: command) }
      return options.append((flag.name, nil))
    }
    options.append((flag.name, try value(of: flag, attached: parts.count > 1 ? String(parts[1]) : nil, rest: &rest)))
  }

  private mutating func readShort(_ text: Substring, rest: inout ArraySlice<String>) throws(UsageError) {
    var letters = text
    while let letter = letters.popFirst() {
      guard let flag = command.flags.first(where: { $0.short == letter }) else {
        throw UsageError("unknown option '-\(letter)'" + suggestion(for: String(text)), command: command)
      }
      guard flag.value != nil else {
        options.append((flag.name, nil))
        continue
      }
      let attached = letters.isEmpty ? nil : String(letters)
      return options.append((flag.name, try value(of: flag, attached: attached, rest: &rest)))
    }
  }

  private func value(of flag: Flag, attached: String?, rest: inout ArraySlice<String>) throws(UsageError) -> String {
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError("option '\(flag.long)' needs a value (\(flag.value?.placeholder ?? ""))", command: command)
    }
    if case .choice(_, let words) = flag.value, !words.contains(value) {
      let list = words.joined(separator: ", ")
      throw UsageError("option '\(flag.long)': '\(value)' is not one of \(list)", command: command)
    }
    return value
  }

  private func suggestion(for name: String) -> String {
    guard let near = Spelling.nearest(to: name, among: command.flags.map(\.name.rawValue)) else { return "" }
    return "; did you mean '--\(near)'?"
  }
}
