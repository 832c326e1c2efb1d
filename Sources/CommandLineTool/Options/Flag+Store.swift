internal import SymbolStore

/// Options of configuration files.
extension Flag {
  static let configuring = [trust, noConfig]

  static let trust = Flag(
    "trust", help: "Trust the configuration file from now on: its command may run, and its servers may be asked", of: [.config])

  static let noConfig = Flag(
    "no-config", help: "Pass over .symbolicate.toml in this directory and above it",
    details: ["'symbolicate config' shows what such a file sets."],
    of: [.symbolicate, .inspect, .filter, .stream, .summarize, .check, .store], changesOutputs: false)
}

/// Options of `store` and `mcp` alone.
extension Flag {
  static let assisting = [allow]

  static let storing = [link, indexOnly, dryRun, maxSize, olderThan, keepLast, osBuild, osVersion]

  static let allow = Flag(
    "allow", value: .path("DIR"), help: "A directory whose reports and debug files may be read; repeatable",
    details: ["Relative paths of calls are looked up in each of them."], of: [.mcp]
  ) { $0.take($1, into: \.allowed) }

  static let link = Flag(
    "link", help: "add: leave files where they are and store only their paths",
    details: ["The store then holds only small records, and the files must stay in place."], of: [.store])

  static let indexOnly = Flag(
    "index-only", help: "add: keep only an index of each file, a fifth of its size or less",
    details: [
      "An index answers as its debug file does. A debug file that is added later is used instead of it. 'store verify' lists "
        + "indexes of other versions of this program, whose debug files have to be added again."
    ], of: [.store])

  static let dryRun = Flag(
    "dry-run", help: "remove, prune: print what would be removed, but remove nothing", of: [.store])

  static let maxSize = Flag(
    "max-size", value: .text("SIZE"),
    help: "prune: limit the total size (500M, 20G); the files added first are removed first",
    details: ["Sizes are bytes, or numbers with K, M, G or T, which count in thousands."], of: [.store],
    expected: "a size such as 500M or 20G"
  ) { $0.take(PruneLimits.size($1), as: \.limits.maxSize) }

  static let olderThan = Flag(
    "older-than", value: .text("AGE"), help: "prune: remove files added longer ago than this (12h, 90d, 8w, 1y)", of: [.store],
    expected: "a time such as 12h, 90d, 8w or 1y"
  ) { $0.take(PruneLimits.seconds($1), as: \.limits.olderThan) }

  static let keepLast = Flag(
    "keep-last", value: .text("N"), help: "prune: keep the latest N builds of every image and architecture",
    details: ["Builds are ordered by the time of their files."], of: [.store], expected: "a number above 0"
  ) { $0.take(number($1), as: \.limits.keepLast) }

  static let osBuild = Flag(
    "os-build", value: .text("BUILD"),
    help: "add: the build of the system of a shared cache (23B85); export: the one to write", of: [.store],
    expected: "a build such as 23B85"
  ) { $0.take(systemWord($1), as: \.system.build) }

  static let osVersion = Flag(
    "os-version", value: .text("VERSION"), help: "add: the version of the system of a shared cache (26.1)", of: [.store],
    expected: "a version such as 26.1"
  ) { $0.take(systemWord($1), as: \.system.version) }

  /// Returns a build or version of a system: one to 32 letters, digits and dots; nil for other text.
  private static func systemWord(_ text: String) -> String? {
    let isWord = text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 46
    }
    return isWord && (1...32).contains(text.utf8.count) ? text : nil
  }
}
