import CrashModel
import Triage

/// The crash loops of a summary, one line for each group that devices cannot get past.
struct LoopWords {
  /// The lines, those of most devices first.
  let lines: [String]

  /// Puts the loops of a summary together by group.
  init(_ summary: Summary) {
    let groups = Dictionary(summary.groups.map { ($0.group, $0) }) { first, _ in first }
    let apps = Set(summary.loops.map(\.app))
    let byGroup = Dictionary(grouping: summary.loops) { $0.groups.first ?? "" }
    let ordered = byGroup.sorted { left, right in
      (right.value.count(where: \.isOpen), right.value.count, left.key) < (
        left.value.count(where: \.isOpen), left.value.count, right.key
      )
    }
    lines = ordered.map { group, loops in
      let place = groups[group].map { Self.place($0, summary) } ?? group
      return Self.line(loops, place, namesApp: apps.count > 1)
    }
  }

  /// `12 devices cannot start 4.3.0: Basket.pick (basket.cpp:40), up to 7 crashes in a row`; of crashes that the system counted, perhaps not at
  /// launch: `1 device crashes again and again in 4.3.0: …, up to 320 crashes in a row`.
  private static func line(_ loops: [CrashLoop], _ place: String, namesApp: Bool) -> String {
    let open = loops.filter(\.isOpen)
    let shown = open.isEmpty ? loops : open
    // Loops without a device are those of one report each.
    let count = { (loops: [CrashLoop]) in Set(loops.compactMap(\.device)).count + loops.count { $0.device == nil } }
    let devices = NumberFormat.counted(count(shown), "device")
    let isAtLaunch = shown.contains(where: \.isAtLaunch)
    let versions = Set(shown.compactMap(\.version))
    let version = versions.count == 1 ? versions.first : versions.isEmpty ? nil : "(\(versions.count) versions)"
    let app = namesApp || versions.count != 1 ? loops.first?.app : nil
    let what = [app, version].compactMap { $0 }.joined(separator: " ")
    let recovered = open.isEmpty ? 0 : Set(loops.compactMap(\.device)).subtracting(open.compactMap(\.device)).count
    let verb =
      if isAtLaunch {
        open.isEmpty ? "could not start \(what) for a while" : "cannot start \(what)"
      } else {
        "\(count(shown) == 1 ? "crashes" : "crash") again and again in \(what)"
      }
    return "\(devices) \(verb): \(place), up to \(shown.map(\.length).max() ?? 0) crashes in a row"
      + (recovered > 0 ? "; \(NumberFormat.grouped(recovered)) more recovered" : "")
  }

  private static func place(_ group: GroupSummary, _ summary: Summary) -> String {
    let words = GroupWords(group, of: summary)
    guard let function = group.newest.function else { return words.title }
    return function + (words.place.map { " (\($0))" } ?? "")
  }
}
