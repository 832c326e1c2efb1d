import Foundation

/// One way to run the program on a directory of reports.
struct ProgramInvocation {
  /// How reports reach the program.
  private enum Feed {
    /// As files of a directory.
    case files
    /// As one log after the other on standard input.
    case log
    /// As lines of JSON on standard input, each with a report as a string.
    case lines
    /// As words on standard input, a line each: addresses to look up.
    case addresses
  }

  /// The name of the run in messages and file names.
  let name: String
  private let words: [String]
  private let feed: Feed
  private var writesFolder = false

  /// Every command, the main job in every format.
  static func all(symbols: [String], lookup: String?) -> [ProgramInvocation] {
    let search = symbols.flatMap { ["-s", $0] }
    let formats = ["text", "same", "json", "ndjson", "side-by-side", "markdown", "brief"]
    var all = formats.map { Self(name: $0, words: ["-f", $0, "-j", "1"] + search, feed: .files) }
    all.append(
      Self(name: "crashed", words: ["--only-crashed", "--strict", "--color", "always", "-j", "2"] + search, feed: .files))
    all.append(Self(name: "folder", words: ["-q", "-f", "same", "--full-paths"] + search, feed: .files, writesFolder: true))
    all.append(Self(name: "inspect", words: ["inspect", "-v"] + search, feed: .files))
    all.append(Self(name: "inspect-json", words: ["inspect", "--json"] + search, feed: .files))
    all.append(Self(name: "filter", words: ["filter", "-v"] + search, feed: .log))
    all.append(Self(name: "stream", words: ["stream", "-j", "2"] + search, feed: .lines))
    if let lookup { all.append(Self(name: "lookup", words: ["lookup", lookup], feed: .addresses)) }
    return all
  }

  /// Whether the reports are read from files.
  var readsFiles: Bool { feed == .files }

  /// The arguments, for a directory with reports and one for results.
  func arguments(input: String, output: String) -> [String] {
    words + (readsFiles ? [input] : []) + (writesFolder ? ["-o", output] : [])
  }

  /// What standard input holds.
  func input(_ reports: [[UInt8]]) -> [UInt8] {
    switch feed {
    case .files: []
    case .log: Array(reports.joined(separator: [10]))
    case .lines:
      reports.flatMap { report -> [UInt8] in
        let text = ["id": "x", "report": String(decoding: report, as: UTF8.self)]
        return [UInt8]((try? JSONEncoder().encode(text)) ?? Data()) + [10]
      }
    case .addresses:
      // Few lines of a report are addresses; the others are refused one by one.
      reports.flatMap { $0.split { $0 == 10 || $0 == 32 }.prefix(20).joined(separator: [10]) + [10] }
    }
  }

  /// What is wrong with what the program printed; nil if nothing is.
  func fault(in path: String) -> String? {
    guard name == "json" || name == "inspect-json" || name == "ndjson" || name == "stream" else { return nil }
    let data = FileManager.default.contents(atPath: path) ?? Data()
    let values = name.hasSuffix("json") && name != "ndjson" ? [data] : data.split(separator: 10).map { Data($0) }
    for value in values where !value.isEmpty {
      do {
        _ = try JSONSerialization.jsonObject(with: value, options: [.fragmentsAllowed])
      } catch {
        return "the output is no JSON: \(error)"
      }
    }
    return nil
  }
}
