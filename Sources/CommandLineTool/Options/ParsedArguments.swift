/// The arguments of a command line, divided into options and operands; values are not checked yet.
struct ParsedArguments: Sendable {
  /// The command that the first argument selects.
  var command: Command = .symbolicate
  /// The options in the given order, each with its value if it takes one.
  var options: [(flag: Flag, value: String?)] = []
  /// The options of a configuration file, which the command line may replace.
  var configured: [ConfiguredOption] = []
  /// The path of that file, or nil if none was read.
  var configuration: String?
  /// The images that a configuration file says are the app's.
  var appImages: [String] = []
  /// All other arguments.
  var operands: [String] = []
  /// Whether help was asked for with `-h`, which prints less than `--help`.
  var wantsShortHelp = false
  /// Whether `--` is before or among the operands, so that they are not commands.
  var endsOptions = false

  /// Returns whether an option was given.
  func has(_ flag: Flag) -> Bool { options.contains { $0.flag == flag } }

  /// Returns all values of an option in the given order.
  func values(of flag: Flag) -> [String] { options.compactMap { $0.flag == flag ? $0.value : nil } }

  /// The paths that options name, but for that of the output, and the configuration file.
  var inputPaths: [String] {
    let values = options.map { ($0.flag, $0.value) } + configured.map { ($0.flag, $0.value) }
    let paths = values.compactMap { flag, value in
      if flag != .output, case .path = flag.value { value } else { nil }
    }
    return paths + (configuration.map { [$0] } ?? [])
  }

  /// Returns the effective value of an option that is given more than once: the last one.
  func value(of flag: Flag) -> String? { values(of: flag).last }
}

extension ParsedArguments {
  /// Parses the arguments after the program's name. Options may be before and after operands; `--` ends them; long options take
  /// values as `--name=value` or `--name value`, short ones as `-nvalue` or `-n value`; short switches may be grouped.
  init(parsing words: [String]) throws(UsageError) {
    var rest = words[...]
    if let first = rest.first, let named = Command.words.first(where: { $0.rawValue == first }) {
      command = named
      rest.removeFirst()
    }
    if command.isDropIn {
      try readDropIn(rest)
      rest = []
    }
    while let word = rest.popFirst() {
      if word == "--" {
        endsOptions = true
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
    guard let flag = command.flag(where: { $0.name == name }) else {
      throw unknown("--" + name, near: name)
    }
    guard flag.value != nil else {
      if parts.count > 1, flag.optionalValue == String(parts[1]) {
        return options.append((flag, String(parts[1])))
      }
      if parts.count > 1, let word = flag.optionalValue {
        throw UsageError(
          "option '\(flag.long)': '\(parts[1])' is not '\(word)'; did you mean '\(flag.long)=\(word)'?", command: command)
      }
      if parts.count > 1 { throw UsageError("option '\(flag.long)' takes no value", command: command) }
      return options.append((flag, nil))
    }
    options.append((flag, try value(of: flag, attached: parts.count > 1 ? String(parts[1]) : nil, rest: &rest)))
  }

  private mutating func readShort(_ text: Substring, rest: inout ArraySlice<String>) throws(UsageError) {
    var letters = text
    // Other tools have long options with one dash, which would be read as a short one with a value.
    if let advice = text.count > 1 ? ForeignOption.advice(for: "-" + text, in: command) : nil {
      throw UsageError("unknown option '-\(text)'; \(advice)", command: command)
    }
    while let letter = letters.popFirst() {
      guard let flag = command.flag(where: { $0.short == letter }) else {
        throw unknown("-\(letter)", near: String(text))
      }
      guard flag.value != nil else {
        options.append((flag, nil))
        if flag == .help { wantsShortHelp = true }
        continue
      }
      let attached = letters.isEmpty ? nil : String(letters)
      return options.append((flag, try value(of: flag, attached: attached, rest: &rest)))
    }
  }

  private func value(of flag: Flag, attached: String?, rest: inout ArraySlice<String>) throws(UsageError) -> String {
    guard let text = attached ?? rest.popFirst() else {
      throw UsageError("option '\(flag.long)' needs a value (\(flag.value?.placeholder ?? ""))", command: command)
    }
    let value = flag.wholeValue(of: text)
    if case .choice(_, let words) = flag.value, !words.contains(value) {
      let near = Spelling.nearest(to: value, among: words).map { "; did you mean '\($0)'?" } ?? ""
      throw UsageError(
        "option '\(flag.long)': '\(value)' is not one of \(words.joined(separator: ", "))\(near)", command: command)
    }
    return value
  }

  /// Returns the error for an option that the command does not have; `name` is compared with the names of those that it has.
  private func unknown(_ word: String, near name: String) -> UsageError {
    var advice = ForeignOption.advice(for: word, in: command)
    if advice == nil, let near = Spelling.nearest(to: name, among: command.flags.map(\.name)) {
      advice = "did you mean '--\(near)'?"
    }
    return UsageError("unknown option '\(word)'" + (advice.map { "; " + $0 } ?? ""), command: command)
  }
}

/// An option that comes from a configuration file.
struct ConfiguredOption {
  let flag: Flag
  /// The value, or nil for a switch.
  let value: String?
  /// The file and line.
  let place: String
}
