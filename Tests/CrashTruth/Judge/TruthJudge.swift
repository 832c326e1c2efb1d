package import Foundation
internal import Triage

/// Compares what `symbolicate` prints for the files of a set with the truth.
package struct TruthJudge {
  private struct Answer {
    var group: String
    var causes: [String]
    var isLaunchCrash: Bool
  }

  private let truth: TruthSet
  private let answers: [String: Answer]
  private let summary: [String: Any]
  private let folder: String

  /// Takes the output of `-f ndjson` and of `summarize -f json` for the files below a folder.
  package init(_ truth: TruthSet, folder: String, ndjson: Data, summary: Data) {
    self.truth = truth
    self.folder = folder.hasSuffix("/") ? folder : folder + "/"
    var answers: [String: Answer] = [:]
    for line in ndjson.split(separator: 10) {
      guard let report = Self.object(line), let triage = report["triage"] as? [String: Any], let path = report["path"] as? String,
        let group = triage["group"] as? String
      else { continue }
      let causes = (triage["causes"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
      let launch = triage["launch"] as? [String: Any]
      answers[Self.below(self.folder, path)] = Answer(
        group: group, causes: causes, isLaunchCrash: launch?["launchCrash"] as? Bool ?? false)
    }
    self.answers = answers
    self.summary = Self.object(summary) ?? [:]
  }

  private static func object(_ data: Data) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
  }

  private static func below(_ folder: String, _ path: String) -> String {
    path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// The comparison.
  package var score: TruthScore {
    var score = TruthScore()
    score.unread = truth.files.count { answers[$0.path] == nil }
    for file in truth.files.filter({ answers[$0.path] == nil }).prefix(5) { score.remarks.append("no answer: \(file.path)") }
    judgeGroups(&score)
    judgeCauses(&score)
    judgeLaunches(&score)
    judgeEvents(&score)
    judgeLoops(&score)
    return score
  }

  private func judgeGroups(_ score: inout TruthScore) {
    var cells: [[String]: Int] = [:]
    var examples: [[String]: String] = [:]
    for file in truth.files {
      guard let answer = answers[file.path] else { continue }
      cells[[file.label, answer.group], default: 0] += 1
      examples[[file.label, answer.group]] = file.path
    }
    func pairs(_ counts: some Sequence<Int>) -> Double { counts.reduce(0) { $0 + Double($1) * Double($1 - 1) / 2 } }
    func sums(_ position: Int) -> [String: Int] { Dictionary(cells.map { ($0.key[position], $0.value) }, uniquingKeysWith: +) }
    let right = pairs(cells.values)
    let (labels, groups) = (sums(0), sums(1))
    score.groupPrecision = right / max(pairs(groups.values), 1)
    score.groupRecall = right / max(pairs(labels.values), 1)
    // What costs most.
    let apart = cells.filter { $0.value * 2 < labels[$0.key[0]] ?? 0 }.sorted { $0.value > $1.value }
    for (cell, count) in apart.prefix(6) {
      score.remarks.append("apart: \(count) of \(labels[cell[0]] ?? 0) \(cell), \(examples[cell] ?? "")")
    }
    let mixed = cells.filter { $0.value * 2 < groups[$0.key[1]] ?? 0 }.sorted { $0.value > $1.value }
    for (cell, count) in mixed.prefix(6) {
      score.remarks.append("mixed: \(count) of \(groups[cell[1]] ?? 0) \(cell), \(examples[cell] ?? "")")
    }
  }

  private func judgeCauses(_ score: inout TruthScore) {
    var (named, best, withCause, all) = (0, 0, 0, 0)
    var missed: [String: (Int, String)] = [:]
    for file in truth.files {
      guard let answer = answers[file.path] else { continue }
      all += 1
      if answer.causes.contains(file.cause) {
        named += 1
      } else {
        let kind = "\(file.cause) in \(file.format.rawValue), found \(answer.causes.first ?? "none")"
        missed[kind] = ((missed[kind]?.0 ?? 0) + 1, file.path)
      }
      guard let first = answer.causes.first else { continue }
      withCause += 1
      if first == file.cause || file.alsoRight.contains(first) {
        best += 1
      } else {
        let kind = "\(first) instead of \(file.cause) in \(file.format.rawValue)"
        missed[kind] = ((missed[kind]?.0 ?? 0) + 1, file.path)
      }
    }
    score.causeRecall = Double(named) / Double(max(all, 1))
    score.causePrecision = Double(best) / Double(max(withCause, 1))
    for (kind, found) in missed.sorted(by: { ($1.value.0, $0.key) < ($0.value.0, $1.key) }).prefix(8) {
      score.remarks.append("cause: \(kind): \(found.0), \(found.1)")
    }
  }

  private func judgeLaunches(_ score: inout TruthScore) {
    for file in truth.files {
      guard let expected = file.isLaunchCrash, let answer = answers[file.path], answer.isLaunchCrash != expected else { continue }
      score.launchErrors += 1
      if score.launchErrors <= 3 { score.remarks.append("launch crash \(!expected) instead of \(expected): \(file.path)") }
    }
  }

  /// The event of each file.
  private var events: [String: Int] { Dictionary(truth.files.map { ($0.path, $0.event) }) { first, _ in first } }

  private func judgeEvents(_ score: inout TruthScore) {
    let partial = summary["partial"] as? [String: Any]
    let texts = partial?["texts"] as? [String] ?? []
    let events = events
    var counts: [Int: Int] = [:]
    for row in partial?["events"] as? [[Int]] ?? [] {
      guard let path = try? SummaryEventCodec.event(of: row, texts).path, let event = events[Self.below(folder, path)] else {
        continue
      }
      counts[event, default: 0] += 1
    }
    score.duplicates = truth.files.count - truth.eventCount
    for file in truth.files where counts[file.event] == nil {
      counts[file.event] = 0
      score.wrongJoins += 1
      if score.wrongJoins <= 3 { score.remarks.append("joined with another event: \(file.path)") }
    }
    for (event, count) in counts.sorted(by: { $0.key < $1.key }) where count > 1 {
      score.missedJoins += count - 1
      let paths = truth.files.filter { $0.event == event }.map(\.path)
      if score.missedJoins <= 3 { score.remarks.append("counted twice: \(paths)") }
    }
  }

  private func judgeLoops(_ score: inout TruthScore) {
    let events = events
    let found = (summary["loops"] as? [[String: Any]] ?? []).map { loop in
      TruthSet.Loop(
        events: (loop["reports"] as? [String] ?? []).map { events[Self.below(folder, $0)] ?? -1 },
        isCertain: loop["certainty"] as? String == "certain", isOpen: loop["open"] as? Bool ?? false)
    }
    score.trueLoops = truth.loops.count
    score.rightLoops = Set(truth.loops).intersection(found).count
    score.wrongLoops = found.count - score.rightLoops
    for loop in truth.loops where !found.contains(loop) && score.trueLoops > 0 {
      let near = found.first { !Set($0.events).isDisjoint(with: loop.events) }
      if score.remarks.count < 40 { score.remarks.append("loop \(loop), found \(near.map { "\($0)" } ?? "none")") }
    }
  }
}
