import Foundation
import Symbolication
import TestSupport
import Testing

/// A report has the same frames, debug files, group and causes whichever way it takes: all ways go through one session.
@Suite struct AgreementTests {
  /// Inputs that `filter` may leave alone, and why. All others get the names that `-f same` gives them.
  private static let leftByFilter = [
    "minidump_text": "the output of a tool for one dump is no log",
    "minidump_table": "the output of a tool for one dump is no log",
    "sentry_envelope": "an envelope states the length of its items, and a line of a log stands for itself",
    "cut_ips": "the object of many lines never ends, so it is no report of a log",
  ]

  private let inputs: AgreementInputs

  init() throws { inputs = try AgreementInputs.shared.get() }

  @Test func symbolicateNamesEveryStackOfALog() throws {
    #expect(inputs.answers.count == inputs.names.count && inputs.names.count > 50)
    let log = try #require(inputs.answers["later-stack.log"])
    try #require(log.count == 2)
    let places = log.map { $0.text.split(separator: "\n").count { $0.contains("\"function\" :") } }
    #expect(places[0] == places[1] && places[0] > 4, "\(places)")
    #expect(log[0].group == log[1].group && log[0].causes == log[1].causes && log[0].group != nil)
    #expect(inputs.answers["several.crash"]?.count == 2)
  }

  @Test func inspectFindsTheSameDebugFiles() throws {
    let run = try inputs.run(["inspect", "--json"] + AgreementInputs.symbols + [inputs.path])
    let reports = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [[String: Any]])
    var found: [String: [[String]]] = [:]
    for report in reports {
      let name = try #require(report["path"] as? String).split(separator: "/").last.map(String.init)
      found[name ?? "", default: []].append(AgreementReport.images(of: report))
    }
    for (name, answers) in inputs.answers { #expect(found[name] == answers.map(\.images), "\(name)") }
  }

  @Test func streamGivesTheSameAnswers() throws {
    var lines: [UInt8] = []
    for name in inputs.names {
      let line = ["id": name, "report": String(decoding: try inputs.bytes(name), as: UTF8.self)]
      lines += [UInt8](try JSONEncoder().encode(line)) + [UInt8(ascii: "\n")]
    }
    let run = try inputs.run(["stream"] + AgreementInputs.symbols, input: lines)
    var found: [String: [AgreementReport]] = [:]
    for line in run.stdout.split(separator: "\n") {
      let answer = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let reports = answer["reports"] as? [[String: Any]] ?? (answer["report"] as? [String: Any]).map { [$0] } ?? []
      found[try #require(answer["id"] as? String)] = try reports.map { try AgreementReport($0) }
    }
    #expect(differences(found, inputs.answers) == [])
  }

  @Test func theLibraryGivesTheSameAnswers() async throws {
    let folders = DebugFileLocations(paths: [FixtureFolder.path("Binaries"), FixtureFolder.path("Malformed/out")])
    let symbolicator = Symbolicator(debugFiles: folders)
    var found: [String: [AgreementReport]] = [:]
    for name in inputs.names {
      let reports = try CrashReport.reports(in: try inputs.bytes(name), name: name)
      // The last one first: a later call stack of a log needs the earlier ones, whether they were asked for or not.
      for report in reports.reversed() {
        let answer = try await symbolicator.symbolicate(report)
        found[name, default: []].insert(contentsOf: try AgreementReport.all(in: Data(answer.bytes(as: .json))), at: 0)
      }
    }
    #expect(differences(found, inputs.answers) == [])
  }

  @Test func filterWritesTheSameNames() throws {
    for name in inputs.names {
      let run = try inputs.run(["filter"] + AgreementInputs.symbols, input: try inputs.bytes(name))
      if Self.leftByFilter.keys.contains(where: { Self.isMeant(name, by: $0) }) { continue }
      #expect(run.output == inputs.edited[name], "\(name)")
    }
  }

  /// Whether a name has all words of a key.
  private static func isMeant(_ name: String, by key: String) -> Bool {
    key.split(separator: "_").allSatisfy { name.contains($0) }
  }

  @Test func theServerForAssistantsSaysTheSame() throws {
    let expected = try inputs.outputs("brief", into: "brief", suffix: ".txt").bytes
    let calls = inputs.names.enumerated().map {
      MCPTests.call(2 + $0, "symbolicate", ["path": inputs.path + "/" + $1, "view": "brief"])
    }
    let answers = try MCPTests.session(
      [MCPTests.initialize] + calls, allow: [inputs.path], symbols: AgreementInputs.symbols.filter { $0 != "-s" })
    for (position, name) in inputs.names.enumerated() {
      let result = try #require(answers[2 + position]?["result"] as? [String: Any])
      let text = try #require((result["content"] as? [[String: Any]])?.first?["text"] as? String)
      let wanted = String(decoding: try #require(expected[name], "\(name)"), as: UTF8.self)
      #expect(text.contains("\n" + wanted), "\(name)")
    }
  }

  @Test func summarizeFindsTheSameGroupsAndCauses() throws {
    for (name, reports) in inputs.answers {
      let found = try groups([inputs.path + "/" + name])
      // Reports with the ID of an earlier one are counted once, so that one group may stand for several.
      #expect(found.isEmpty == reports.allSatisfy { $0.group == nil }, "\(name)")
      for (group, cause) in found {
        #expect(reports.contains { $0.group == group && $0.causes.first == cause }, "\(name): \(group)")
      }
    }
    #expect(try groups([inputs.path + "/later-stack.log"]).count == 1)
    // From the JSON of the reports, nothing is answered again.
    let answered = inputs.names.map { "\(inputs.folder.path)/json/\($0).json" }
    #expect(try groups(answered) == groups([inputs.path]))
  }

  /// Returns the groups of a summary with the ID of their cause.
  private func groups(_ paths: [String]) throws -> [String: String?] {
    let run = try inputs.run(["summarize", "-f", "json"] + AgreementInputs.symbols + paths)
    let summary = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let groups = try #require(summary["groups"] as? [[String: Any]])
    return Dictionary(
      try groups.map { (try #require($0["group"] as? String), ($0["cause"] as? [String: Any])?["id"] as? String) },
      uniquingKeysWith: { first, _ in first })
  }

  @Test func aResumedBatchGivesTheSameAnswers() throws {
    let first = try inputs.answered(into: "resumed")
    for name in ["later-stack.log", "several.crash"] {
      try FileManager.default.removeItem(atPath: "\(inputs.folder.path)/resumed/\(name).json")
    }
    let second = try inputs.answered(into: "resumed")
    #expect(differences(first.answers, inputs.answers) == [] && differences(second.answers, inputs.answers) == [])
    let total = try #require(first.said.firstMatch(of: /\d+ of \d+ frames of app images resolved/)?.output, "\(first.said)")
    #expect(second.said.contains(" of them by an earlier run") && second.said.contains(total), "\(second.said)")
  }
}
