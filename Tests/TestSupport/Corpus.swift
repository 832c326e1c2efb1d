import Foundation

/// Real reports of public projects, which are not part of the repository: `$SYMBOLICATE_CORPUS`, else
/// `../shared/corpus/open` beside the checkout. Tests over it run only where it is.
package enum Corpus {
  /// Its path; nil when it is not there.
  package static let path: String? = {
    let named = ProcessInfo.processInfo.environment["SYMBOLICATE_CORPUS"]
    let candidates = [named, Checkout.path("../shared/corpus/open")].compactMap { $0 }
    return candidates.first { FileManager.default.fileExists(atPath: $0 + "/INDEX.tsv") }
  }()

  /// The path of the reports that were collected later: `$SYMBOLICATE_MORE_CORPUS`, else `more` beside the corpus; nil when it is
  /// not there. It has the same tables, and no name of the corpus.
  package static let morePath: String? = {
    let named = ProcessInfo.processInfo.environment["SYMBOLICATE_MORE_CORPUS"]
    let candidates = [named, path.map { $0 + "/../more" }].compactMap { $0 }
    return candidates.first { FileManager.default.fileExists(atPath: $0 + "/INDEX.tsv") }
  }()

  /// The path of a file of the corpus or of the reports that were collected later, named as in their INDEX.tsv.
  package static func file(_ relative: String) -> String {
    let first = (path ?? "") + "/" + relative
    guard let morePath, !FileManager.default.fileExists(atPath: first) else { return first }
    return morePath + "/" + relative
  }

  /// The bytes of such a file.
  package static func bytes(_ relative: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: file(relative))))
  }

  /// The names of the files in a folder of the corpus and of the reports that were collected later, as in their INDEX.tsv.
  package static func files(in folder: String) -> [String] {
    [path, morePath].compactMap { $0 }.flatMap { root in Files.below(root + "/" + folder).map { folder + "/" + $0 } }
  }

  /// The rows of one of its tables, each as column name to value; empty without a corpus.
  package static func table(_ name: String) throws -> [[String: String]] { try table(name, at: path) }

  /// The rows of a table of the reports that were collected later; empty without them.
  package static func moreTable(_ name: String) throws -> [[String: String]] { try table(name, at: morePath) }

  private static func table(_ name: String, at path: String?) throws -> [[String: String]] {
    guard let path else { return [] }
    let lines = try String(contentsOfFile: path + "/" + name, encoding: .utf8).split(whereSeparator: \.isNewline)
    guard let header = lines.first?.split(separator: "\t", omittingEmptySubsequences: false) else { return [] }
    return lines.dropFirst().map { line in
      let values = line.split(separator: "\t", omittingEmptySubsequences: false)
      return Dictionary(zip(header.map(String.init), values.map(String.init)), uniquingKeysWith: { first, _ in first })
    }
  }
}
