internal import CrashModel
internal import SymbolStore
internal import System

/// `symbolicate config`: prints which configuration file counts here, and where each value comes from.
enum ConfigCommand {
  /// Runs the command and returns the exit code.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    guard options.operands.isEmpty else { throw UsageError("unexpected argument '\(options.operands[0])'", command: .config) }
    let file = try Configuration.find(from: FileSystem.absolute("."))
    if options.has(.trust) { try trust(file) }
    var rows = [["file", file?.path ?? "none: no \(Configuration.name) here or above", ""]]
    rows += Configuration.flags.flatMap { Self.rows(of: $0, file) }
    if let file, !file.images.names.isEmpty {
      rows.append([
        TriageFlags.appImagesKey, file.images.names.joined(separator: ", "), "\(Configuration.name):\(file.images.line)",
      ])
    }
    let widths = (0..<2).map { column in rows.map { min($0[column].count, 60) }.max() ?? 0 }
    let lines = rows.map { row in
      let padded = zip(row, widths).map { text, width in text + String(repeating: " ", count: max(0, width - text.count)) }
      return (padded + row.dropFirst(2)).joined(separator: "  ").trimmedAtEnd
    }
    return StandardStreams.printResult(TerminalText.visible(Array(lines.map { $0 + "\n" }.joined().utf8)))
  }

  private static func trust(_ file: Configuration?) throws(UsageError) {
    guard let file else { throw UsageError("there is no \(Configuration.name) here or above", command: .config) }
    if case .refused(let reason) = ConfigurationTrust().verdict(on: file) {
      throw UsageError("\(file.path) cannot be trusted: \(reason)", command: .config)
    }
    do throws(SystemError) {
      try ConfigurationTrust().trust(file)
    } catch {
      throw UsageError("\(error.path ?? file.path): \(error.message)", command: .config)
    }
  }

  /// The values of an option: those of the file, else of the environment or the usual one.
  private static func rows(of flag: Flag, _ file: Configuration?) -> [[String]] {
    let own = file?.values.filter { $0.flag == flag } ?? []
    guard own.isEmpty || file == nil else {
      return own.map { [flag.name, $0.text ?? "true", "\(Configuration.name):\($0.line)" + note(flag, file)] }
    }
    return usual(flag).map { [[flag.name, $0.value, $0.origin]] } ?? []
  }

  private static func note(_ flag: Flag, _ file: Configuration?) -> String {
    guard Configuration.needTrust.contains(flag), let file else { return "" }
    switch ConfigurationTrust().verdict(on: file) {
    case .trusted: return ", trusted"
    case .unknown: return ", not used: not trusted (--trust)"
    case .refused(let reason): return ", not used: \(reason)"
    }
  }

  private static func usual(_ flag: Flag) -> (value: String, origin: String)? {
    switch flag {
    case .store:
      let variable = Environment.variable("SYMBOLICATE_STORE") != nil ? "$SYMBOLICATE_STORE" : "default"
      return SearchPaths.storePath(named: nil).map { ($0, variable) }
    case .symbols: return Environment.variable("SYMBOLICATE_SYMBOL_PATHS").map { ($0, "$SYMBOLICATE_SYMBOL_PATHS") }
    case .fetchTime: return ("\(RemoteSources().seconds)", "default")
    case .fetchLimit: return (DebugFile.size(RemoteSources().sizeLimit), "default")
    default: return nil
    }
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmedAtEnd: String {
    var end = endIndex
    while end > startIndex, self[index(before: end)] == " " { end = index(before: end) }
    return String(self[..<end])
  }
}
