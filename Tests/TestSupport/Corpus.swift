import Foundation

/// Real reports of public projects, which are not part of the repository: `$SYMBOLICATE_CORPUS`, else
/// `../shared/corpus/open` beside the checkout. Tests over it run only where it is.
public enum Corpus {
  /// Its path; nil when it is not there.
  public static let path: String? = {
    let named = ProcessInfo.processInfo.environment["SYMBOLICATE_CORPUS"]
    let candidates = [named, Checkout.path("../shared/corpus/open")].compactMap { $0 }
    return candidates.first { FileManager.default.fileExists(atPath: $0 + "/INDEX.tsv") }
  }()

  /// Whether the corpus is there; prints why the tests of `subject` are skipped when it is not.
  public static func isPresent(for subject: String) -> Bool {
    if path != nil { return true }
    print("skipped: \(subject): no corpus beside the checkout and none in $SYMBOLICATE_CORPUS")
    return false
  }

  /// The bytes of a file of the corpus, named as in INDEX.tsv.
  public static func bytes(_ relative: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: (path ?? "") + "/" + relative)))
  }

  /// The rows of one of its tables, each as column name to value; empty without a corpus.
  public static func table(_ name: String) throws -> [[String: String]] {
    guard let path else { return [] }
    let lines = try String(contentsOfFile: path + "/" + name, encoding: .utf8).split(whereSeparator: \.isNewline)
    guard let header = lines.first?.split(separator: "\t", omittingEmptySubsequences: false) else { return [] }
    return lines.dropFirst().map { line in
      let values = line.split(separator: "\t", omittingEmptySubsequences: false)
      return Dictionary(zip(header.map(String.init), values.map(String.init)), uniquingKeysWith: { first, _ in first })
    }
  }
}
