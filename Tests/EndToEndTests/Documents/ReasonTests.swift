import Foundation
import TestSupport
import Testing

/// `docs/WHY.md` has a section for each reason that the program prints.
@Suite struct ReasonTests {
  /// Where reasons are worded, as folders or names of files: every message there is explained or listed in `others`.
  static let sources = [
    "Answering/", "Jobs/", "DebugInfo/", "DWARFDamage.swift", "DiagnosticsText.swift", "SystemSymbolsGap.swift",
  ]

  /// Messages of those files that give no reason for a frame without a name or line.
  static let others = [
    "neither XDG_CACHE_HOME nor HOME is set", "the file has no ID", "the file has neither debug information nor symbols",
    "or several files with its ID have debug information", "load address of ", "too many directory levels below",
    "broken symbolic link or permission denied", "not written: ", "not read: it is the directory of the output",
    "no frames of app images; ",
    " of app images resolved", "_mh_execute_header", "__second_sect_of_", "launchesSinceLastCrash", "/usr/lib/debug/.build-id/",
    "side-by-side", "dyld_shared_cache", "stub (dyld shared cache)", "symbolicate.manifest/1",
  ]

  /// The string literals of three words and more in a source file, each as the pieces between its interpolations.
  static func messages(in source: String) -> [[String]] {
    let literal = /"((?:[^"\\]|\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\\.)*)"/
    let interpolation = /\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/
    var messages: [[String]] = []
    for line in source.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
      for match in line.matches(of: literal) {
        let pieces: [Substring] = match.1.split(separator: interpolation)
        let message: [String] = pieces.map { String($0).replacing("`", with: "") }
        if message.joined(separator: " ").matches(of: /[a-z]{2,}/).count >= 3 { messages.append(message) }
      }
    }
    return messages
  }

  /// The explained messages: the items below the headings of the document, without quotation marks.
  static func explained() throws -> [String] {
    try String(contentsOfFile: Checkout.path("docs/WHY.md"), encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix("- `")
    }.map { String($0.dropFirst(2)).replacing("`", with: "") }
  }

  static func isIn(_ text: String, _ pieces: [String]) -> Bool {
    var rest = text[...]
    for piece in pieces.map({ $0.trimmingCharacters(in: .whitespaces) }) where piece.count > 2 {
      guard let range = rest.range(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  @Test func everyReasonHasASection() throws {
    let explained = try Self.explained()
    var count = 0
    for file in Files.below(Checkout.path("Sources"))
    where Self.sources.contains(where: { file.hasPrefix($0) || file.hasSuffix($0) }) {
      for pieces in Self.messages(in: try String(contentsOfFile: Checkout.path("Sources/" + file), encoding: .utf8)) {
        let whole = pieces.joined(separator: "…")
        if Self.others.contains(where: { whole.contains($0) }) { continue }
        count += 1
        #expect(explained.contains { Self.isIn($0, pieces) }, "docs/WHY.md does not explain what \(file) prints: \(whole)")
      }
    }
    #expect(count > 40, "the messages are found")
  }
}
