package import CrashModel

/// The parts of a report's title, for people; missing parts are empty.
package struct ReportTitle: Sendable {
  /// The format: `KSCrash report`.
  package let format: String
  /// The process, else its identifier, with version and build: `Shop 4.2.0 (1187)`.
  package let process: String
  /// Whether `process` has a name, not only a version.
  package let namesProcess: Bool
  /// The system with version and build: `iPhone OS 17.1 (21B74)`.
  package let system: String
  /// The exception's type, signal and name, each once.
  package let exception: [String]

  /// Formats a report's title.
  package init(_ report: CrashReport) {
    format = report.format.title
    let name = report.process.name ?? report.process.bundleID
    process = Self.joined(name, report.process.version, report.process.build)
    namesProcess = name != nil
    system = Self.joined(report.system.name, report.system.version, report.system.build, unnamed: "OS")
    exception = Self.words(of: report.exception)
  }

  /// Returns the type, signal and name of an exception, each once.
  package static func words(of exception: CrashException?) -> [String] {
    var words: [String] = []
    for word in [exception?.type, exception?.signal, exception?.name].compactMap({ $0 }) where !words.contains(word) {
      words.append(word)
    }
    return words
  }

  /// ` (report 2 of 3)`, or empty if the input holds only one.
  package static func part(_ report: CrashReport) -> String {
    guard report.partCount > 1 else { return "" }
    return " (report \(NumberFormat.grouped(report.part + 1)) of \(NumberFormat.grouped(report.partCount)))"
  }

  private static func joined(_ name: String?, _ version: String?, _ build: String?, unnamed: String = "version") -> String {
    let number = name == nil ? version.map { "\(unnamed) \($0)" } : version
    if name == nil, number == nil { return build.map { "build \($0)" } ?? "" }
    return [name, number, build.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
  }
}
