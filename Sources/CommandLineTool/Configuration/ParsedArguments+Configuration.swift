internal import System

extension ParsedArguments {
  /// Whether the command takes a configuration file.
  private var isConfigurable: Bool { command.flags.contains(.noConfig) && !has(.noConfig) && !has(.help) && !has(.version) }

  /// Adds what the configuration file of the current directory says, unless `--no-config` is given. Throws if it cannot be read.
  mutating func addConfiguration() throws(UsageError) {
    guard isConfigurable, command != .config, let file = try Configuration.find(from: FileSystem.absolute(".")) else { return }
    configuration = file.path
    let usable = file.values.filter { command.flags.contains($0.flag) && !isReplaced($0.flag) }
    let isTrusted = try mayHaveItsWay(file, usable)
    configured = usable.filter { isTrusted || !Configuration.needTrust.contains($0.flag) }.map {
      ConfiguredOption(flag: $0.flag, value: $0.text, place: file.place($0.line))
    }
    if command.flags.contains(.rules) { appImages = file.images.names }
  }

  /// Whether the command line has another value for an option with one value.
  private func isReplaced(_ flag: Flag) -> Bool { has(flag) && !Configuration.lists.contains(flag) }

  private func mayHaveItsWay(_ file: Configuration, _ values: [Configuration.Value]) throws(UsageError) -> Bool {
    guard let value = values.first(where: { Configuration.needTrust.contains($0.flag) }) else { return true }
    let place = file.place(value.line)
    switch ConfigurationTrust().verdict(on: file) {
    case .trusted: return true
    case .refused(let reason): StandardStreams.report("\(place): '\(value.flag.name)' is not used: \(reason)")
    case .unknown:
      if ConfigurationTrust.ask(about: file) { return true }
      StandardStreams.report(
        "\(place): '\(value.flag.name)' is not used: the file is not trusted; 'symbolicate config --trust' trusts it")
    }
    return false
  }
}
