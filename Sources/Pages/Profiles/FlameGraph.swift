internal import Rendering

/// Draws a profile as a flame graph whose outermost functions are on top. Widths are percentages, so that it fits every page; the
/// script only zooms and searches.
struct FlameGraph {
  private let profile: StackProfile
  private let frames: [ProfileFrame]

  /// The largest number of functions that are drawn; below that, the lightest ones are left out.
  private static let maxCount = 3000
  /// The height of a level in pixels.
  private static let level = 19
  /// The characters of a label that fit into the whole width of a usual page. The script measures, and shortens labels anew.
  private static let lineLength = 130

  /// Prepares a profile whose functions are `frames`.
  init(_ profile: StackProfile, _ frames: [ProfileFrame]) {
    self.profile = profile
    self.frames = frames
  }

  /// Writes the drawing, and the same as text.
  func write(to page: inout Markup) {
    let smallest = smallestDrawn
    page.element("figure", ["class": "flame"]) { page in
      page.element("div", ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": "Flame graph, arrow keys move"]) {
        page in
        let height = profile.nodes.filter { $0.total >= smallest }.map(\.depth).max() ?? 0
        page.element(
          "svg",
          ["width": "100%", "height": String((height + 1) * Self.level), "role": "img", "aria-label": description]
        ) { page in
          page.line()
          writeLevel(profile.roots, from: 0, smallest, to: &page)
        }
      }
      page.raw("<p class=\"now\"></p>")
      writeNote(smallest, to: &page)
    }
    page.element("details", ["class": "astext"]) { page in
      page.raw("<summary>As text</summary>")
      page.element("pre", ["tabindex": "0"], FlameText.text(profile, frames))
    }
  }

  private func writeNote(_ smallest: Int, to page: inout Markup) {
    let hidden = profile.nodes.count { $0.total < smallest }
    page.element("figcaption", ["class": "hint"]) { page in
      page.raw("<span class=\"key own\">app</span> <span class=\"key\">system</span> ")
      page.text("\(NumberFormat.counted(profile.total, "sample")); outermost functions on top. ")
      if hidden > 0 {
        page.text(
          "\(NumberFormat.counted(hidden, "function")) below \(NumberFormat.counted(smallest, "sample")) only in the text.")
      }
    }
  }

  /// The weight below which functions are not drawn.
  private var smallestDrawn: Int {
    guard profile.nodes.count > Self.maxCount else { return 1 }
    return max(min(profile.nodes.map(\.total).sorted(by: >)[Self.maxCount - 1], .max - 1) + 1, 1)
  }

  /// The heaviest path, for those who cannot see the drawing.
  private var description: String {
    var names: [String] = []
    var level = profile.roots
    while let next = level.max(by: { profile.nodes[$0].total < profile.nodes[$1].total }), names.count < 12 {
      names.append(frames[profile.nodes[next].function].name)
      level = profile.nodes[next].callees
    }
    return "Flame graph of \(NumberFormat.counted(profile.total, "sample")). Heaviest path: \(names.joined(separator: ", "))"
  }

  /// Writes functions beside each other and, level by level, what they call; `start` is in samples from the left.
  private func writeLevel(_ nodes: [Int], from start: Int, _ smallest: Int, to page: inout Markup) {
    var waiting: [(nodes: [Int], start: Int)] = [(nodes, start)]
    while let (level, start) = waiting.popLast() {
      var start = start
      for node in level where profile.nodes[node].total >= smallest {
        write(node, from: start, to: &page)
        waiting.append((profile.nodes[node].callees, start))
        start = min(start, .max - profile.nodes[node].total) + profile.nodes[node].total
      }
    }
  }

  private func write(_ position: Int, from start: Int, to page: inout Markup) {
    let node = profile.nodes[position]
    let frame = frames[node.function]
    page.element(
      "svg",
      [
        "class": frame.isInApp ? "f own" : "f", "x": Coordinate.percent(start, of: profile.total) + "%",
        "y": String(node.depth * Self.level), "width": Coordinate.percent(node.total, of: profile.total) + "%",
        "height": String(Self.level - 1),
      ]
    ) { page in
      page.element("title", [:], title(node, frame))
      page.raw("<rect width=\"100%\" height=\"100%\" rx=\"2\"/>")
      let room = Int(Double(Self.lineLength) * Double(node.total) / Double(max(profile.total, 1))) - 1
      if room >= 2 { page.element("text", ["x": "4", "y": "13"], Self.label(frame.name, room)) }
    }
    page.line()
  }

  /// Returns a name in at most `room` characters, with an ellipsis if it is longer.
  private static func label(_ name: String, _ room: Int) -> String {
    name.count > room ? name.prefix(room - 1) + "…" : name
  }

  private func title(_ node: StackProfile.Node, _ frame: ProfileFrame) -> String {
    let image = frame.name.hasPrefix(frame.image + " + ") ? "" : " in \(frame.image)"
    let own = node.own > 0 && node.own != node.total ? ", \(NumberFormat.grouped(node.own)) of its own" : ""
    return "\(frame.name)\(image)\(frame.isInApp ? " (app)" : ""): \(NumberFormat.counted(node.total, "sample")), "
      + GroupWords.percent(node.total, of: profile.total) + own
  }
}
