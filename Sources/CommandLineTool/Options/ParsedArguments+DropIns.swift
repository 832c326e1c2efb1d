internal import System

extension ParsedArguments {
  /// Parses the options of another tool: atos has names of several letters after one dash, addr2line those of getopt_long(3).
  mutating func readDropIn(_ words: ArraySlice<String>) throws(UsageError) {
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      }
      if command == .addr2line, word.hasPrefix("@"), word.utf8.count > 1 {
        rest = try contents(of: String(word.dropFirst())) + rest
      } else if word.hasPrefix("--") || command == .atos && word.hasPrefix("-") && word.utf8.count > 1 {
        try readName(word, &rest)
      } else if word.hasPrefix("-"), word.utf8.count > 1 {
        try readLetters(word.dropFirst(), &rest)
      } else {
        operands.append(word)
      }
    }
  }

  /// Reads `--name`, `--name=value`, or with atos `-name`.
  private mutating func readName(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let given = String(parts.first ?? "")
    let flag = try flag(named: given)
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard flag.value != nil else {
      if attached != nil, flag != .demangle {
        throw UsageError("option '\(given)' takes no value", command: command)
      }
      if given == "-h" { wantsShortHelp = true }
      return options.append((flag, nil))
    }
    guard let value = attached ?? rest.popFirst() else { throw missingValue(flag, given) }
    options.append((flag, value))
  }

  /// Reads letters after one dash; the rest of the word, or the next word, is the value of the first one that takes a value.
  private mutating func readLetters(_ text: Substring, _ rest: inout ArraySlice<String>) throws(UsageError) {
    var letters = text
    while let letter = letters.popFirst() {
      guard let flag = command.flag(where: { $0.spellings.contains("-\(letter)") }) else { throw unknown("-\(letter)") }
      guard flag.value != nil else {
        if letter == "h" { wantsShortHelp = true }
        options.append((flag, nil))
        continue
      }
      guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else { throw missingValue(flag, "-\(letter)") }
      return options.append((flag, value))
    }
  }

  /// Returns the option that a word names: exactly, with one dash instead of two and the reverse (atos), or by the beginning of
  /// its name (addr2line).
  private func flag(named word: String) throws(UsageError) -> Flag {
    if let flag = command.flag(where: { $0.spellings.contains(word) }) { return flag }
    if command == .atos {
      let other = word.hasPrefix("--") ? String(word.dropFirst()) : "-" + word
      if let flag = command.flag(where: { $0.spellings.contains(other) }) { return flag }
    } else {
      let meant = command.flags.filter { flag in flag.spellings.contains { $0.hasPrefix(word) } }
      if meant.count == 1, let flag = meant.first { return flag }
    }
    throw unknown(word)
  }

  private func unknown(_ word: String) -> UsageError { UsageError("unknown option '\(word)'", command: command) }

  private func missingValue(_ flag: Flag, _ word: String) -> UsageError {
    UsageError("option '\(word)' needs a value (\(flag.value?.placeholder ?? ""))", command: command)
  }

  /// Returns the words of a file of options (`@FILE`).
  private func contents(of path: String) throws(UsageError) -> ArraySlice<String> {
    do throws(SystemError) {
      let bytes = try FileSystem.contents(of: path, limit: 16 << 20, orPipe: true)
      return bytes.split { $0 <= 0x20 }.map { FileName.text(of: Array($0)) }[...]
    } catch {
      throw UsageError("\(path): \(error.message)", command: command)
    }
  }
}
