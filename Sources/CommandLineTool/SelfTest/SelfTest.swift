internal import Answering
internal import CrashModel
internal import Reports
internal import SymbolStore
internal import System

/// A built-in report is symbolicated with a built-in debug file.
enum SelfTest {
  /// What came of it.
  struct Result {
    let isRight: Bool
    /// One clause.
    let words: String
  }

  /// The function and the place at the address of the report.
  private static let expected = "paykit::Gateway::charge(char const*, long) (PayKit.cpp:26)"

  /// Runs it in a temporary directory.
  static func run() -> Result {
    let start = Clock.sinceStart
    do throws(SystemError) {
      let folder = try TemporaryDirectory.make()
      let file = Path.join(folder, "PayKit")
      try FileSystem.replace(file, with: PackageResources.PayKit_debug)
      let found = answer(file)
      let milliseconds = (Clock.sinceStart - start) / 1_000_000
      guard found == expected else {
        return Result(isRight: false, words: "failed: '\(expected)' is \(found ?? "without a name")")
      }
      return Result(isRight: true, words: "ok: \(expected) in \(milliseconds) ms")
    } catch {
      return Result(isRight: false, words: "failed: \(error.path.map { "\($0): " } ?? "")\(error.message)")
    }
  }

  /// Returns the innermost function of the report and its place; nil if it has no name.
  private static func answer(_ file: String) -> String? {
    guard let document = try? ReportReader().read(PackageResources.PayKit_crash) else { return nil }
    var places = SearchPaths(symbols: [file], store: nil)
    places.usesImagePaths = false
    var session = ReportSession(Symbolicator(SymbolFinder(places)))
    guard let source = session.answer(document, path: "-", folder: nil).reports.first?.resolutions.first?.sources.first else {
      return nil
    }
    let place = source.file.map { " (\(PathText.lastComponent(of: $0)):\(source.line ?? 0))" } ?? ""
    return source.function + place
  }
}
