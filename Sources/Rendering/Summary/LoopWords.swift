import Triage

/// The crash loops of a summary in words, one entry for each group that they begin with.
struct LoopWords {
  /// The loops that begin with one group.
  struct Loop {
    /// `12 devices cannot start 4.3.0`.
    let subject: String
    /// `Basket.pick (basket.cpp:40)`.
    let place: String
    /// `up to 7 crashes in a row`.
    let extent: String
  }

  /// The entries, those of most devices first.
  let loops: [Loop]

  /// `12 devices cannot start 4.3.0: Basket.pick (basket.cpp:40), up to 7 crashes in a row`.
  var lines: [String] { loops.map { "\($0.subject): \($0.place), \($0.extent)" } }

  /// Words the loops of a summary.
  init(_ summary: Summary) {
    let groups = Dictionary(summary.groups.map { ($0.group, $0) }) { first, _ in first }
    loops = LoopLine.all(of: summary).map { line in
      let group = line.groups.first ?? ""
      let recovered = line.recovered > 0 ? "; \(NumberFormat.grouped(line.recovered)) more recovered" : ""
      return Loop(
        subject: line.subject, place: groups[group].map { Self.place($0, summary) } ?? group,
        extent: "up to \(line.longest) crashes in a row\(recovered)")
    }
  }

  private static func place(_ group: GroupSummary, _ summary: Summary) -> String {
    let words = GroupWords(group, of: summary)
    guard let function = group.newest.function else { return words.title }
    return function + (words.place.map { " (\($0))" } ?? "")
  }
}
