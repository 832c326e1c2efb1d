import CrashModel
import Foundation
import TestSupport
import Testing

@testable import Triage

/// What summaries and manifests keep of an event is what it was.
@Suite struct SummaryEventCodecTests {
  /// `$SYMBOLICATE_SEED`, or another one in every run.
  private static let seed =
    ProcessInfo.processInfo.environment["SYMBOLICATE_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64(UInt32.max))

  /// Texts as a file has them: each once.
  private final class Texts {
    private(set) var all: [String] = []
    private var positions: [String: Int] = [:]

    func number(_ text: String?) -> Int {
      guard let text else { return -1 }
      if let known = positions[text] { return known }
      positions[text] = all.count
      all.append(text)
      return all.count - 1
    }
  }

  private static func text(_ random: inout SeededRandom) -> String {
    let pieces = ["", " ", "a", "Shop", "-[Cart pay:]", "$s4ShopAAV", "ä", "😀", "/", ":", "\"", "\\", "\t", "1:00ff", "-1", "0"]
    return (0..<random.number(0...4)).map { _ in random.pick(pieces) }.joined()
  }

  private static func maybe<Value>(_ random: inout SeededRandom, _ value: (inout SeededRandom) -> Value) -> Value? {
    random.happens(60) ? value(&random) : nil
  }

  private static func event(_ random: inout SeededRandom) -> CrashEvent {
    var event = CrashEvent()
    (event.group, event.app, event.fingerprint) = (text(&random), text(&random), "1:" + Fingerprint.digits(text(&random)))
    (event.variant, event.path) = (text(&random), text(&random))
    let classes = ["trap", "bad-access", "exc:" + text(&random), "kill:0x8badf00d", "sigterm", "term:DYLD:1", "later", "none"]
    event.failure = FailureClass(name: random.pick(classes))
    event.quality = random.pick(GroupQuality.allCases)
    event.table = random.pick(CrashEvent.Table.allCases)
    event.confidence = maybe(&random) { $0.pick(TriageCause.Confidence.allCases) }
    (event.function, event.image) = (maybe(&random, text), maybe(&random, text))
    (event.file, event.cause) = (maybe(&random, text), maybe(&random, text))
    (event.evidence, event.device) = (maybe(&random, text), maybe(&random, text))
    (event.version, event.build) = (maybe(&random, text), maybe(&random, text))
    (event.system, event.systemVersion) = (maybe(&random, text), maybe(&random, text))
    (event.model, event.day, event.phase) = (maybe(&random, text), maybe(&random, text), maybe(&random, text))
    event.key = (0..<random.number(0...4)).map { _ in "k" + text(&random) }
    event.identities = (0..<random.number(0...3)).map { _ in "i" + text(&random) }
    event.line = maybe(&random) { $0.number(0...Int(UInt32.max)) }
    event.time = maybe(&random) { $0.number(-1_000_000_000_000...2_000_000_000_000) }
    (event.uptime, event.launches) = (maybe(&random) { $0.number(0...1_000_000) }, maybe(&random) { $0.number(0...9) })
    event.consecutive = maybe(&random) { $0.number(0...400) }
    event.isLaunchCrash = random.happens(50)
    return event
  }

  @Test func eventsAreReadAsTheyWereWritten() throws {
    print("events of summaries: SYMBOLICATE_SEED=\(Self.seed)")
    var random = SeededRandom(Self.seed)
    let texts = Texts()
    for _ in 0..<SeededGenerator.rounds(300) {
      let event = Self.event(&random)
      let row = SummaryEventCodec.row(of: event, texts.number)
      #expect(try SummaryEventCodec.event(of: row, texts.all) == event, "SYMBOLICATE_SEED=\(Self.seed)")

      let cause = event.cause.map {
        TriageCause(
          id: $0, family: Self.text(&random), confidence: event.confidence ?? .hint, evidence: [], advice: Self.text(&random))
      }
      let judged = PartialSummary.Event(incident: event, cause: cause, ruleset: Self.text(&random))
      let read = try PartialSummary.Event(row: judged.row(texts.number), texts.all)
      #expect(read.incident == event && read.cause == cause && read.ruleset == judged.ruleset, "SYMBOLICATE_SEED=\(Self.seed)")

      let record = EvidenceRecord(
        group: event.group, cause: Self.text(&random), path: event.path, text: Self.text(&random), advice: Self.text(&random),
        time: event.time)
      #expect(try SummaryEventCodec.evidence(of: SummaryEventCodec.row(of: record, texts.number), texts.all) == record)
    }
  }

  @Test func aRowThatIsNoneIsRefusedAndTheMessageSaysWhy() {
    let texts = Texts()
    var event = CrashEvent()
    event.group = "shop/1:00"
    let row = SummaryEventCodec.row(of: event, texts.number)
    func problem(_ row: [Int], _ texts: [String]) -> SummaryEventCodec.Problem? {
      do throws(SummaryEventCodec.Problem) {
        _ = try SummaryEventCodec.event(of: row, texts)
        return nil
      } catch { return error }
    }
    #expect(problem(row, texts.all) == nil)
    let width = SummaryEventCodec.width
    #expect(problem(row.dropLast(), texts.all) == .width(width - 1, expected: width))
    #expect(problem(row + [0], texts.all) == .width(width + 1, expected: width))
    #expect(problem(row, []) == .noText(column: "group"))
    let changed = texts.all.map { $0 == "empty" ? "splendid" : $0 }
    #expect(problem(row, changed) == .unknownWord("splendid", column: "quality"))
    #expect(problem(row, changed)?.message.contains("the quality of an event is splendid") == true)
  }
}
