import CrashModel
import Foundation
import Reports
import SymbolModel
import TestSupport
import Testing

@testable import Rendering

/// The documents list the code of every reason, and docs/WHY.md explains its words.
@Suite struct ReasonTests {
  static let id = ImageID(parsing: "8c1e0a528e6b3b5e9c0b0a4f2e6d1c11")

  /// A status of each kind, with the words that stand for values in the documents.
  static var statuses: [ImageStatus] {
    guard let id else { return [] }
    var contradicted = [true, false].map { isOutside in
      var miss = NearMiss(path: "PATH")
      miss.contradiction = NearMiss.Contradiction(function: "NAME", offset: 7, isOutside: isOutside)
      return ImageStatus(nearMisses: [miss])
    }
    var damaged = ImageStatus(.found)
    damaged.damage = ["no unit of its debug information can be read"]
    contradicted.append(damaged)
    let dwarf = ImageReason.ExpectedFile.buildID(id, paths: ["PATH"], servers: false)
    return contradicted + [
      ImageStatus(.missing, reason: .noID), ImageStatus(.missing, reason: .notFound(lookedIn: [])),
      ImageStatus(.missing, reason: .notFound(lookedIn: ["PATH (9 debug files)"])),
      ImageStatus(nearMisses: [NearMiss(path: "PATH", id: id, architecture: "ARCHITECTURE", build: "version ...")]),
      ImageStatus(.mismatch, reason: .otherBuild(path: "PATH", id: id)),
      ImageStatus(.missing, reason: .ambiguous([NearMiss(path: "PATH"), NearMiss(path: "...")])),
      ImageStatus(.missing, reason: .unconfirmed(path: "PATH")), ImageStatus(.damaged, reason: .damaged("unreadable")),
      ImageStatus(.symbols, reason: .stripped(path: "PATH", hasSymbols: true, .dSYM)),
      ImageStatus(.symbols, reason: .stripped(path: "PATH", hasSymbols: false, dwarf)),
    ]
  }

  /// A reason of each kind, with the status of the image that it names.
  static var frames: [(reason: UnresolvedReason, status: ImageStatus)] {
    guard let id else { return [] }
    let plain: [UnresolvedReason] = [
      .noAddress, .truncated, .omitted, .notLookedUp, .noImages, .unlistedImage, .outsideImages, .outsideImage(0),
      .beforeImage(0),
      .noLoadAddress(0), .noID(0), .noDebugFile(0), .noFunction(0), .noSymbol(0), .noFunctionInOtherBuild(0), .noScriptPosition,
      .noScriptSource,
    ]
    let gaps = SourceMapGap.allCases.map { UnresolvedReason.sourceMap($0) }
    var result: [(reason: UnresolvedReason, status: ImageStatus)] = []
    for reason in plain + gaps { result.append((reason, ImageStatus(.missing))) }
    let miss = NearMiss(path: "PATH", id: id, architecture: "ARCHITECTURE", build: "version ...")
    result.append((.nearMiss(0), ImageStatus(nearMisses: [miss])))
    result.append((.damaged(0), ImageStatus(.damaged, reason: .damaged("..."))))
    result.append((.otherBuild(0), ImageStatus(.mismatch, reason: .otherBuild(path: "PATH", id: id))))
    return result
  }

  static func answers(_ reason: UnresolvedReason?, _ status: ImageStatus, hasID: Bool = true) -> SymbolicatedReport {
    var report = CrashReport(format: .ips)
    report.images = [BinaryImage(name: "NAME")]
    report.images[0].id = hasID ? id : nil
    report.frames = [Frame(index: 0, kind: .exact, address: RuntimeAddress(1), image: 0)]
    report.frames[0].imageName = "NAME"
    return SymbolicatedReport(
      report: report, resolutions: [FrameResolution(basis: .none, reason: reason)], imageStatuses: [status], path: "x")
  }

  /// The items below the headings of docs/WHY.md, without quotation marks.
  static func explained() throws -> [String] {
    try String(contentsOfFile: Checkout.path("docs/WHY.md"), encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix("- `")
    }.map { String($0.dropFirst(2)).replacing("`", with: "") }
  }

  static func isExplained(_ words: String?, _ explained: [String]) -> Bool {
    let words = (words ?? "").replacing(id?.description ?? "", with: "ID").replacing(/[0-9]+/, with: "N")
    return !words.isEmpty && explained.contains { $0.contains(words) }
  }

  @Test func theWordsOfEveryReasonStandInTheDocumentThatExplainsIt() throws {
    let explained = try Self.explained()
    for (reason, status) in Self.frames {
      let words = Self.answers(reason, status).reason(ofFrame: 0)
      #expect(Self.isExplained(words, explained), "\(reason): \(words ?? "none")")
    }
    for status in Self.statuses {
      let words = Self.answers(nil, status).reason(ofImage: 0)
      #expect(Self.isExplained(words, explained), "\(status): \(words ?? "none")")
    }
    let codes = Set(Self.frames.map(\.reason.code) + Self.statuses.compactMap(\.reasonCode))
    #expect(codes == Set(ReasonCode.allCases), "no code is without an example here")
  }

  @Test func everyCodeStandsInTheDocumentsAndInTheSchemaAndNoOtherDoes() throws {
    let all = ReasonCode.allCases.map(\.rawValue)
    let why = try String(contentsOfFile: Checkout.path("docs/WHY.md"), encoding: .utf8).split(separator: "\n")
    let explained = why.filter { $0.hasPrefix("Reason codes: ") }.flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.1) } }
    #expect(explained.sorted() == all.sorted(), "each in one section of docs/WHY.md")

    let json = try String(contentsOfFile: Checkout.path("docs/JSON.md"), encoding: .utf8)
    let table = try #require(json.split(separator: "### Reason codes").last).split(separator: "\n").dropFirst()
    let rows = table.drop { !$0.hasPrefix("|---") }.dropFirst().prefix { $0.hasPrefix("|") }
    #expect(rows.compactMap { $0.firstMatch(of: /`([^`]+)`/).map { String($0.1) } } == all)

    let data = try Data(contentsOf: URL(fileURLWithPath: Checkout.path("docs/schemas/report.schema.json")))
    let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let definition = (schema["$defs"] as? [String: Any])?["reasonCode"] as? [String: Any]
    #expect(definition?["enum"] as? [String] == all)
  }
}
