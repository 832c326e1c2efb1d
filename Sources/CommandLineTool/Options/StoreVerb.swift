/// A command of `symbolicate store`.
enum StoreVerb: String, CaseIterable {
  case add, list, find, verify, remove, prune, export, path

  /// The synopsis.
  var usage: String {
    switch self {
    case .add: "symbolicate store add [--link | --index-only] [--no-index] [--os-build BUILD] [--os-version VERSION] PATH..."
    case .list: "symbolicate store list [--json]"
    case .find: "symbolicate store find [--json] ID|NAME..."
    case .verify: "symbolicate store verify"
    case .remove: "symbolicate store remove [--dry-run] ID|NAME..."
    case .prune: "symbolicate store prune [--dry-run] [--max-size SIZE] [--older-than AGE] [--keep-last N]"
    case .export: "symbolicate store export --os-build BUILD [--arch ARCH] FILE"
    case .path: "symbolicate store path"
    }
  }

  /// A description of the verb, in sentences.
  var explanation: String {
    switch self {
    case .add:
      "Adds every debug file of PATH: a debug file, dSYM, .xcarchive, .app, .framework, a .zip, .tar.gz or .tar.zst of them, a "
        + "DeviceSupport directory, or any other directory. A file that is already in the store is skipped. Indexes of large files "
        + "are built in the cache, so that their first use is fast. Of a dyld shared cache (dyld_shared_cache_arm64e and the files "
        + "beside it), the names of all its images are kept in one file; of that file, as export writes it, a copy. "
        + "Source maps (.map) with a debug ID and source bundles (.src.zip) are kept as well."
    case .list: "Prints every file: ID, architecture, contents, size, date, name and version."
    case .find:
      "Prints the files with an ID or the beginning of an ID, or with NAME anywhere in their name or bundle identifier, as list "
        + "does, and their paths. Exits with 1 if there is none."
    case .verify: "Reads every file and prints which are damaged, missing or stale. Exits with 1 if one is."
    case .remove: "Removes the files with an ID or the beginning of an ID, or with exactly this name or bundle identifier."
    case .prune: "Removes the files beyond the given limits, and what interrupted runs left behind."
    case .export:
      "Writes the symbols of the system build BUILD to FILE, which store add adds elsewhere. Exits with 1 if there are none."
    case .path: "Prints the directory of the store."
    }
  }

  /// The descriptions of the verbs, one element per line: the verb, then its explanation from column 10 on.
  static func explanations(_ width: Int) -> [String] {
    allCases.flatMap { verb in
      TextWrap.lines(verb.explanation, width: width - 9).enumerated().map { number, line in
        let head = number == 0 ? verb.rawValue : ""
        return head + String(repeating: " ", count: 9 - head.utf8.count) + line
      }
    }
  }

  /// The options of this command, besides those of all commands.
  var flags: Set<Flag> {
    switch self {
    case .add: [.link, .indexOnly, .noIndex, .progress, .jobs, .osBuild, .osVersion]
    case .list, .find: [.json]
    case .verify: [.progress, .jobs]
    case .remove: [.dryRun]
    case .prune: [.dryRun, .maxSize, .olderThan, .keepLast]
    case .export: [.osBuild, .arch]
    case .path: []
    }
  }

  /// The options of every command.
  static let commonFlags: Set<Flag> = [.store, .noConfig, .quiet, .verbose, .help, .version]

  /// The required operand, or nil for none.
  var operand: String? {
    switch self {
    case .add: "the path of a debug file, archive or directory"
    case .find, .remove: "an ID or a name"
    case .export: "the path of the file to write"
    case .list, .verify, .prune, .path: nil
    }
  }
}
