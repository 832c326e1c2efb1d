import Answering
import Bytes
import CrashModel
import Foundation
import Jobs
import Reports
import SymbolStore
import TestSupport
import Testing

/// Text, Markdown and JSON say the same of a report: all are written from the one that was answered.
@Suite struct OutputAgreementTests {
  /// What JSON says of a report that the other outputs must say too.
  private static func facts(_ json: [String: Any]) -> [(name: String, value: String)] {
    func value(_ object: String, _ key: String) -> String? { (json[object] as? [String: Any])?[key].map { "\($0)" } }
    var facts: [(name: String, value: String?)] = [
      ("process", value("process", "name")), ("bundle ID", value("process", "bundleID")),
      ("version", value("process", "version")), ("build", value("process", "build")), ("model", value("device", "model")),
      ("OS", value("os", "name")), ("OS", value("os", "version")), ("OS", value("os", "build")),
      ("exception", value("exception", "type")), ("exception", value("exception", "signal")),
      ("termination", value("termination", "namespace")), ("termination", value("termination", "indicator")),
    ]
    for thread in json["threads"] as? [[String: Any]] ?? [] where thread["crashed"] as? Bool == true {
      facts.append(("crashed thread", (thread["index"] as? Int).map { "Thread \($0)" }))
    }
    for image in json["images"] as? [[String: Any]] ?? [] { facts.append(("image ID", image["id"] as? String)) }
    return facts.compactMap { fact in fact.value.map { (fact.name, $0) } }
  }

  /// What an output need not show, by the report's format, the output and the fact; the reason.
  private static let exceptions: [String: String] = [
    "dart text crashed thread": "the trace has 'tid: 4250'",
    "dart text exception": "Dart spells it 'Unhandled exception', too",
    "ips text model": "Apple's layout for macOS has no line for it",
    "jetsam text termination": "the layout prints the reason as 'Reason:', and no namespace",
    "kscrash text exception": "KSCrash's layout prints the type of the Mach exception or the signal, not the reporter's own word",
    "minidump text image ID": "Breakpad's identifiers end with the age of the file",
    "minidump-text text image ID": "Breakpad's identifiers end with the age of the file",
    "minidump text crashed thread": "the table has numbers alone",
    "tombstone text OS": "every tombstone is of Android",
    "tombstone text crashed thread": "the tombstone has 'tid: 3608'",
    "systemd-coredump text exception": "the header has the signal without SIG: SEGV",
    "systemd-coredump text crashed thread": "systemd writes 'Stack trace of thread 3608:'",
  ]

  /// Whether an output shows a value, of several lines the first. Markdown escapes what it would take for marks; an ID is spelled with or without dashes.
  private static func shows(_ text: String, _ ids: Set<String>, _ fact: (name: String, value: String)) -> Bool {
    fact.name == "image ID"
      ? ids.contains(fact.value.replacing("-", with: "").lowercased())
      : text.containsBytes(of: String(fact.value.split(separator: "\n").first ?? ""))
  }

  /// The words of a text that may be IDs, in lower case and without dashes.
  private static func ids(in text: String) -> Set<String> {
    let words = text.utf8.split { !(HexDigits.value(of: $0) < 16 || $0 == UInt8(ascii: "-")) }
    return Set(
      words.lazy.filter { $0.count >= 16 }.map { word in
        String(decoding: word.filter { $0 != UInt8(ascii: "-") }, as: UTF8.self).lowercased()
      })
  }

  /// What is missing where, one line each, with the facts that may be.
  private static func disagreements(_ bytes: [UInt8]) throws -> [String] {
    guard let document = try? ReportDocument(reading: bytes) else { return [] }
    var session = ReportSession(Symbolicator(SymbolFinder(SearchPaths())))
    var lines: [String] = []
    for answers in session.answer(document, path: "-", folder: nil).reports {
      func output(_ format: OutputFormat) -> [UInt8] { OutputRenderer(format: format).bytes(document, [answers]) }
      let json = try #require(try JSONSerialization.jsonObject(with: Data(output(.json))) as? [String: Any])
      let text = String(decoding: output(.text), as: UTF8.self)
      let ids = ids(in: text)
      let markdown = String(decoding: output(.markdown), as: UTF8.self).replacing("\\", with: "")
      for fact in facts(json) {
        // Markdown lists the images that frames lie in.
        for (name, shown) in [("text", text), ("markdown", markdown)] where fact.name != "image ID" || name == "text" {
          let key = "\(answers.report.format.name) \(name) \(fact.name)"
          if exceptions[key] == nil, !shows(shown, ids, fact) { lines.append("\(key): \(fact.value)") }
        }
      }
    }
    return lines
  }

  @Test(arguments: FixtureFolder.files(below: "Reports").filter { !$0.hasSuffix(".tsv") })
  func outputsOfAFixtureAgree(name: String) throws {
    #expect(try Self.disagreements(try FixtureFolder.bytes(name)) == [])
  }

  @Test(.corpus) func outputsOfTheCorpusAgree() throws {
    for row in try Corpus.table("INDEX.tsv") + Corpus.moreTable("INDEX.tsv") {
      guard let name = row["file"] else { continue }
      let found = try Self.disagreements(try Corpus.bytes(name))
      #expect(found == [], "\(name)")
    }
  }
}
