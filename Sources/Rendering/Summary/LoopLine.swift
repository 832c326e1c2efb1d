package import Triage

/// The crash loops that begin with one group: how many devices cannot get past it. Text and pages show these lines.
package struct LoopLine {
  /// The groups involved, the one that the loops begin with first.
  package let groups: [String]
  /// The number of loops.
  package let count: Int
  /// The number of loops without a later report.
  package let openCount: Int
  /// The number of devices in loops that are still open, or in all if none is. Loops without a device are those of one report each.
  package let devices: Int
  /// The number of devices without a later report.
  package let open: Int
  /// The number of further devices that a later report shows to have got past it.
  package let recovered: Int
  /// The most crashes in a row on one of the devices.
  package let longest: Int
  /// Whether one of them crashes at launch; otherwise the system counted crashes at any time.
  package let isAtLaunch: Bool
  /// Whether no step rests on the absence of reports.
  package let isCertain: Bool
  /// `12 devices cannot start 4.3.0`, or `1 device crashes again and again in com.example.shop 4.3.0`.
  package let subject: String

  /// Returns the lines of a summary, those of most devices first.
  package static func all(of summary: Summary) -> [LoopLine] {
    let namesApp = Set(summary.loops.map(\.app)).count > 1
    let byGroup = Dictionary(grouping: summary.loops) { $0.groups.first ?? "" }
    let ordered = byGroup.sorted { left, right in
      (right.value.count(where: \.isOpen), right.value.count, left.key) < (
        left.value.count(where: \.isOpen), left.value.count, right.key
      )
    }
    return ordered.map { LoopLine($0.value, namesApp: namesApp) }
  }

  private init(_ loops: [CrashLoop], namesApp: Bool) {
    let open = loops.filter(\.isOpen)
    let shown = open.isEmpty ? loops : open
    var seen: Set<String> = []
    groups = loops.flatMap(\.groups).filter { seen.insert($0).inserted }
    (count, openCount) = (loops.count, open.count)
    devices = Self.deviceCount(shown)
    self.open = Self.deviceCount(open)
    recovered = open.isEmpty ? 0 : Set(loops.compactMap(\.device)).subtracting(open.compactMap(\.device)).count
    longest = shown.map(\.length).max() ?? 0
    isAtLaunch = shown.contains(where: \.isAtLaunch)
    isCertain = shown.allSatisfy { $0.certainty == .certain }
    let versions = Set(shown.compactMap(\.version))
    let version = versions.count == 1 ? versions.first : versions.isEmpty ? nil : "(\(versions.count) versions)"
    let app = namesApp || versions.count != 1 ? loops.first?.app : nil
    let what = [app, version].compactMap { $0 }.joined(separator: " ")
    let verb =
      if isAtLaunch {
        open.isEmpty ? "could not start \(what) for a while" : "cannot start \(what)"
      } else {
        "\(devices == 1 ? "crashes" : "crash") again and again in \(what)"
      }
    subject = "\(NumberFormat.counted(devices, "device")) \(verb)"
  }

  private static func deviceCount(_ loops: [CrashLoop]) -> Int {
    Set(loops.compactMap(\.device)).count + loops.count { $0.device == nil }
  }
}
