import Triage

/// The crash loops of a summary as lines of text.
struct LoopWords {
  /// `12 devices cannot start 4.3.0: Basket.pick (basket.cpp:40), up to 7 crashes in a row`, those of most devices first.
  let lines: [String]

  /// Words the loops of a summary.
  init(_ summary: Summary) {
    let groups = Dictionary(summary.groups.map { ($0.group, $0) }) { first, _ in first }
    lines = LoopLine.all(of: summary).map { line in
      let group = line.groups.first ?? ""
      let place = groups[group].map { Self.place($0, summary) } ?? group
      return "\(line.subject): \(place), up to \(line.longest) crashes in a row"
        + (line.recovered > 0 ? "; \(NumberFormat.grouped(line.recovered)) more recovered" : "")
    }
  }

  private static func place(_ group: GroupSummary, _ summary: Summary) -> String {
    let words = GroupWords(group, of: summary)
    guard let function = group.newest.function else { return words.title }
    return function + (words.place.map { " (\($0))" } ?? "")
  }
}
