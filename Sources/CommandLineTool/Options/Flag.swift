/// An option of the command line. Parsing, `--help` and the shells' completions use the same definitions.
struct Flag: Sendable {
  /// The options; the raw value is the long name without its dashes.
  enum Name: String, Sendable, CaseIterable {
    case symbols, store, format, output, jobs, image
    case allowMismatch = "allow-mismatch"
    case strict
    case noInlines = "no-inlines"
    case noDemangle = "no-demangle"
    case fullNames = "full-names"
    case fullPaths = "full-paths"
    case mapPath = "map-path"
    case sourceRoot = "source-root"
    case context
    case sourceURL = "source-url"
    case sourceMap = "source-map"
    case onlyCrashed = "only-crashed"
    case plain
    case noIndex = "no-index"
    case indexOnly = "index-only"
    case style, color, progress, quiet, verbose, arch, load, json, help, version
    case link, debuginfod
    case dryRun = "dry-run"
    case maxSize = "max-size"
    case maxReportSize = "max-report-size"
    case timeLimit = "time-limit"
    case olderThan = "older-than"
    case keepLast = "keep-last"
    case osBuild = "os-build"
    case osVersion = "os-version"
    case rules, explain, since, app, baseline, force
    case groupBy = "group-by"
    case failOn = "fail-on"
    case redact
    case groupDepth = "group-depth"
    case launchSeconds = "launch-seconds"
    case deviceSalt = "device-salt"
    case object = "o"
    case loadAddress = "l"
    case slide = "s"
    case addressFile = "f"
    case delimiter = "d"
    case process = "p"
    case offset, textExecAddress, inlineFrames, fullPath, printHeader
    case executable = "exe"
    case functions, demangle, inlines, addresses, basenames, section, target
    case prettyPrint = "pretty-print"
    case recurseLimit = "recurse-limit"
    case allow
  }

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

  /// The long name.
  let name: Name
  /// The one-letter name, or nil if there is none.
  let short: Character?
  /// The value that must follow, or nil for a switch.
  let value: Value?
  /// The value that may follow a switch after `=`, or nil if there is none.
  let optionalValue: String?
  /// A description in one line, without a full stop.
  let help: String
  /// All names with their dashes, the shortest first.
  let spellings: [String]

  /// Creates an option with a long and maybe a short name.
  init(_ name: Name, short: Character? = nil, value: Value? = nil, optionalValue: String? = nil, help: String) {
    self.name = name
    self.short = short
    self.value = value
    self.optionalValue = optionalValue
    self.help = help
    spellings = (short.map { ["-\($0)"] } ?? []) + ["--" + name.rawValue]
  }

  /// Creates an option of a command that takes the options of another tool, named as that tool names it.
  init(_ name: Name, spellings: [String], value: Value? = nil, help: String) {
    self.name = name
    short = nil
    self.value = value
    optionalValue = nil
    self.help = help
    self.spellings = spellings
  }

  /// The long name with its dashes.
  var long: String { spellings.last ?? "" }

  /// Returns the value that a short form abbreviates (`md` for `markdown`), or the text itself.
  func wholeValue(of text: String) -> String { name == .format ? Self.formatShortForms[text] ?? text : text }

  /// Short forms of formats: the extensions of their files.
  static let formatShortForms = ["md": "markdown", "txt": "text"]

  /// The left column of help: `-s, --symbols PATH`.
  var signature: String {
    let names = spellings.joined(separator: ", ")
    let indent = short == nil && names.hasPrefix("--") ? "    " : ""
    return indent + names + (value.map { " " + $0.placeholder } ?? "") + (optionalValue.map { "[=\($0)]" } ?? "")
  }
}
