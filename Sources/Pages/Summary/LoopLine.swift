internal import Triage

/// The devices that cannot start one version of an app because of the same groups.
struct LoopLine {
  /// The app.
  var app: String
  /// The version; nil if unknown.
  var version: String?
  /// The groups involved.
  var groups: [String]
  /// The number of devices.
  var devices = 0
  /// The number of devices without a later report.
  var open = 0
  /// The most crashes in a row on one of them.
  var longest = 0
  /// Whether one of them crashes at launch.
  var isAtLaunch = false
  /// Whether the reporter's counter says so on every device.
  var isCertain = true

  /// Returns the loops of a summary by app, version and groups, those on most devices first.
  static func all(of summary: Summary) -> [LoopLine] {
    struct Key: Hashable {
      var app: String
      var version: String?
      var groups: [String]
    }
    var lines: [LoopLine] = []
    var positions: [Key: Int] = [:]
    for loop in summary.loops {
      let key = Key(app: loop.app, version: loop.version, groups: loop.groups.sorted())
      let position = positions[key] ?? lines.count
      if position == lines.count {
        positions[key] = position
        lines.append(LoopLine(app: loop.app, version: loop.version, groups: loop.groups))
      }
      lines[position].devices += 1
      lines[position].open += loop.isOpen ? 1 : 0
      lines[position].longest = max(lines[position].longest, loop.length)
      lines[position].isAtLaunch = lines[position].isAtLaunch || loop.isAtLaunch
      lines[position].isCertain = lines[position].isCertain && loop.certainty == .certain
    }
    return lines.enumerated().sorted { ($1.element.devices, $0.offset) < ($0.element.devices, $1.offset) }.map(\.element)
  }
}
