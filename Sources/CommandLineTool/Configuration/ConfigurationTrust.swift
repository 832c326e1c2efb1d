internal import System

/// Which configuration files may start a program or ask servers: those that the user said so of once. What was said is kept in the user's
/// data directory, with the words that were trusted, so that others have to be trusted again.
struct ConfigurationTrust {
  /// Why a file may not.
  enum Verdict {
    case trusted
    case unknown
    /// Never, for this reason.
    case refused(String)
  }

  private let file: String?

  /// Uses the record in the user's data directory.
  init() {
    file = Environment.userDirectory("XDG_DATA_HOME", or: ".local/share").map { Path.join($0, "symbolicate/trusted") }
  }

  /// Returns whether a file may have its way.
  func verdict(on configuration: Configuration) -> Verdict {
    guard let owner = FileSystem.ownership(configuration.path) else { return .refused("it cannot be read") }
    if !owner.isOwn { return .refused("the file belongs to someone else") }
    if owner.isWritableByAll { return .refused("everybody may write the file") }
    return lines.contains(Self.line(configuration)) ? .trusted : .unknown
  }

  /// Records that a file is trusted. Throws if that cannot be written.
  func trust(_ configuration: Configuration) throws(SystemError) {
    guard let file else { throw SystemError(2, operation: "trust", path: "$XDG_DATA_HOME") }
    let line = Self.line(configuration)
    guard !lines.contains(line) else { return }
    try FileSystem.makeDirectories(Path.parent(of: file))
    let others = lines.filter { !$0.hasPrefix(configuration.path + "\t") }
    try FileSystem.replace(file, with: Array((others + [line]).map { $0 + "\n" }.joined().utf8))
  }

  private var lines: [String] {
    guard let file, let bytes = try? FileSystem.contents(of: file, limit: 1 << 20) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The path of a file, and what it starts and asks.
  private static func line(_ configuration: Configuration) -> String {
    let words = configuration.values.filter { Configuration.needTrust.contains($0.flag) }.map {
      "\($0.flag.name)=\($0.text ?? "")"
    }
    return ([configuration.path] + words).map { $0.replacing("\t", with: " ").replacing("\n", with: " ") }.joined(separator: "\t")
  }

  /// Asks the user on the terminal, if there is one. Returns whether the file is trusted now.
  static func ask(about configuration: Configuration) -> Bool {
    guard Environment.isTerminal(0), Environment.isTerminal(2) else { return false }
    let words = configuration.values.filter { needsTrust($0) }.map { "  \($0.flag.name) = \($0.text ?? "")" }
    StandardStreams.say(lines: ["\(configuration.path) wants to run or ask:"] + words)
    StandardStreams.draw("Trust this file from now on? [y/N] ")
    let answer = (try? FileSystem.readAvailable(from: 0, limit: 64)) ?? []
    guard let first = answer.first, first == UInt8(ascii: "y") || first == UInt8(ascii: "Y") else { return false }
    do throws(SystemError) {
      try ConfigurationTrust().trust(configuration)
    } catch {
      StandardStreams.report("the answer cannot be kept: \(error.path ?? ""): \(error.message)")
    }
    return true
  }

  private static func needsTrust(_ value: Configuration.Value) -> Bool { Configuration.needTrust.contains(value.flag) }
}
