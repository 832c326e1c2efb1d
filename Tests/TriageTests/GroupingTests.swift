import CrashModel
import Testing

@testable import Triage

/// Groups and causes of generated reports whose truth is known.
@Suite struct GroupingTests {
  private static let seed: UInt64 = 20_261_122

  private static let generated: [(label: String, cause: String?, triage: ReportTriage, incident: CrashEvent)] = {
    var generator = ReportGenerator(seed: seed)
    let triager = Triager()
    return (0..<10_000).compactMap { _ in
      let scenario = generator.random.pick(Scenario.all)
      let app = generator.random.pick(ReportGenerator.apps)
      var report = generator.report(scenario, app: app)
      let triage = triager.triage(report)
      report.triage = triage
      return CrashEvent(report).map { ("\(app) \(scenario.label)", scenario.cause, triage, $0) }
    }
  }()

  @Test func groupsAreRight() {
    var cells: [[String]: Int] = [:]
    for report in Self.generated { cells[[report.label, report.triage.group], default: 0] += 1 }
    func pairs(_ counts: some Sequence<Int>) -> Double { counts.reduce(0) { $0 + Double($1) * Double($1 - 1) / 2 } }
    func sums(_ position: Int) -> [Int] {
      Array(Dictionary(cells.map { ($0.key[position], $0.value) }, uniquingKeysWith: +).values)
    }
    let right = pairs(cells.values)
    let precision = right / pairs(sums(1))
    let recall = right / pairs(sums(0))
    print("grouping of 10000 reports (seed \(Self.seed)): precision \(precision), recall \(recall)")
    #expect(precision >= 0.98)
    #expect(recall >= 0.98)
    for (cell, _) in cells where cells.contains(where: { $0.key[0] == cell[0] && $0.key[1] != cell[1] }) { print("apart:", cell) }
  }

  @Test func causesAreRight() {
    var missed: [String: Int] = [:]
    var hits = 0
    var wrong = 0
    for report in Self.generated {
      guard let expected = report.cause else { continue }
      let causes = report.triage.causes
      if causes.contains(where: { $0.id == expected }) { hits += 1 } else { missed[expected, default: 0] += 1 }
      if let first = causes.first, first.id != expected, first.confidence == .certain { wrong += 1 }
    }
    let recall = Double(hits) / Double(Self.generated.count)
    let precision = 1 - Double(wrong) / Double(Self.generated.count)
    print("causes of 10000 reports (seed \(Self.seed)): precision \(precision), recall \(recall), missed \(missed)")
    #expect(recall >= 0.98)
    #expect(precision >= 0.98)
  }

  /// Cut into parts in any way, added in any order, with repeats: the summary is the same.
  @Test(arguments: [1, 2, 7, 64]) func partitionsDoNotMatter(_ parts: Int) {
    let incidents = Self.generated.prefix(2000).map(\.incident)
    var whole = SummaryBuilder()
    for incident in incidents { whole.add(incident) }
    var random = SeededRandom(UInt64(parts))
    var pieces = Array(repeating: SummaryBuilder(), count: parts)
    for incident in incidents.shuffled(using: &random) { pieces[random.number(0...(parts - 1))].add(incident) }
    var joined = SummaryBuilder()
    for piece in pieces.shuffled(using: &random) { joined.merge(piece) }
    #expect(Set(joined.all) == Set(whole.all))
    let (one, other) = (Summary(joined), Summary(whole))
    #expect(one.groups.map(\.group) == other.groups.map(\.group))
    #expect(one.groups.map(\.count) == other.groups.map(\.count))
    #expect(one.groups.map(\.versions) == other.groups.map(\.versions))
    #expect(one.groups.map(\.examples) == other.groups.map(\.examples))
    #expect(one.loops == other.loops)
    #expect(one.duplicates == other.duplicates)
  }

  @Test(arguments: [("16.1", true), ("15.1", false)]) func groupsOfOneSystemAreMarked(_ version: String, _ isMarked: Bool) {
    var builder = SummaryBuilder()
    for number in 0..<40 {
      var incident = CrashEvent()
      (incident.app, incident.system, incident.path) = ("shop", "iOS", "\(number)")
      incident.group = number < 10 ? "shop/a" : "shop/b"
      incident.systemVersion = number < 10 ? version : "15.\(number % 4)"
      builder.add(incident)
    }
    let marked = Summary(builder).groups.filter { $0.flags.contains(.systemSpecific) }.map(\.group)
    #expect(marked == (isMarked ? ["shop/a"] : []))
  }

  @Test func copiesOfOneEventCountOnce() {
    var builder = SummaryBuilder()
    var raw = Self.generated[0].incident
    raw.quality = .unsymbolicated
    raw.group = "other"
    raw.path = "a"
    var better = Self.generated[0].incident
    better.quality = .ok
    better.path = "b"
    for incident in [raw, better, raw] { builder.add(incident) }
    #expect(builder.all.map(\.path) == ["b"])
    #expect(builder.duplicates == 2)
  }
}
