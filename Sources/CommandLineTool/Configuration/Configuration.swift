internal import Answering
internal import System

/// The configuration file of a project, `.symbolicate.toml`: options that every run in its directory and below has. A key is the long
/// name of an option. What the command line says comes after it.
struct Configuration {
  /// One option that the file sets.
  struct Value {
    let flag: Flag
    /// The value as the option takes it, or nil for a switch.
    let text: String?
    let line: Int
  }

  /// The name of the file.
  static let name = ".symbolicate.toml"

  /// The path of the file.
  let path: String
  /// The options in the order of the file.
  private(set) var values: [Value] = []
  /// The images of the app, and their line.
  private(set) var images: (names: [String], line: Int) = ([], 0)

  /// The options that a file may set.
  static let flags: [Flag] = [
    .symbols, .store, .debuginfod, .symbolServer, .fetchCommand, .fetchTime, .fetchLimit, .image, .sourceMap, .mapPath,
    .sourceRoot,
    .sourceGit, .revisionKey, .sourceURL, .context, .values, .git, .rules, .groupDepth, .launchSeconds,
  ]
  static let lists: Set<Flag> = [.symbols, .symbolServer, .image, .sourceMap, .mapPath, .sourceRoot, .rules]
  /// The options that start a program or use the network: the user is asked first.
  static let needTrust: Set<Flag> = [.fetchCommand, .symbolServer]

  private static let sizeLimit = 1 << 20

  /// Finds and reads the file in a directory, or in the nearest one above it that has one. Returns nil if there is none. Throws if it
  /// cannot be read.
  static func find(from folder: String) throws(UsageError) -> Configuration? {
    var folder = folder
    while true {
      let path = Path.join(folder, name)
      if try isFile(path) { return try Configuration(path: path) }
      guard folder != "/", !folder.isEmpty else { return nil }
      let parent = Path.parent(of: folder)
      folder = parent.isEmpty ? "/" : parent
    }
  }

  private static func isFile(_ path: String) throws(UsageError) -> Bool {
    do throws(SystemError) { return try FileSystem.existing(path)?.kind == .file } catch {
      throw UsageError("\(path): \(error.message)", command: .config)
    }
  }

  private init(path: String) throws(UsageError) {
    self.path = path
    let text: String
    do throws(SystemError) {
      text = String(decoding: try FileSystem.contents(of: path, limit: Self.sizeLimit), as: UTF8.self)
    } catch {
      throw UsageError("\(path): \(error.message)", command: .config)
    }
    do throws(ConfigurationText.Mistake) {
      for entry in try ConfigurationText(parsing: text).entries { try take(entry) }
    } catch {
      throw UsageError("\(path):\(error.line): \(error.message)", command: .config)
    }
  }

  private mutating func take(_ entry: ConfigurationText.Entry) throws(ConfigurationText.Mistake) {
    if entry.key == TriageFlags.appImagesKey {
      images = (entry.values, entry.line)
      return
    }
    guard let flag = Self.flags.first(where: { $0.name == entry.key }) else {
      let near = Spelling.nearest(to: entry.key, among: Self.flags.map(\.name) + [TriageFlags.appImagesKey])
      throw .init(line: entry.line, message: "unknown key '\(entry.key)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    if entry.isList, !Self.lists.contains(flag) {
      throw .init(line: entry.line, message: "'\(entry.key)' has one value, not a list")
    }
    guard flag.value != nil else {
      guard ["true", "false"].contains(entry.values.first) else {
        throw .init(line: entry.line, message: "'\(entry.key)' is true or false")
      }
      if entry.values == ["true"] { values.append(Value(flag: flag, text: nil, line: entry.line)) }
      return
    }
    values += entry.values.map { Value(flag: flag, text: absolute($0, of: flag), line: entry.line) }
  }

  /// Returns a value with paths that count from the directory of the file.
  private func absolute(_ text: String, of flag: Flag) -> String {
    if flag == .mapPath, let sign = text.firstIndex(of: "=") {
      let target = String(text[text.index(after: sign)...])
      return text[...sign] + (target == "." || target.hasPrefix("./") || target.hasPrefix("../") ? below(target) : target)
    }
    guard case .path = flag.value else { return text }
    return below(text)
  }

  private func below(_ text: String) -> String {
    if text == "~" || text.hasPrefix("~/"), let home = Environment.variable("HOME") { return home + text.dropFirst() }
    if text.hasPrefix("/") { return text }
    let folder = Path.parent(of: path)
    if text == "." { return folder }
    return Path.join(folder, text.hasPrefix("./") ? String(text.dropFirst(2)) : text)
  }

  /// The place of a line, for messages.
  func place(_ line: Int) -> String { "\(path):\(line)" }
}
