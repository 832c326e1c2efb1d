internal import CrashModel
internal import Rendering

/// Writes once, above the stacks, which debug files are missing, so that their frames need not repeat it.
struct MissingBanner {
  private let answers: SymbolicatedReport
  private let tally: FrameTally
  private let images: [Int]
  private let maps: [MissingSourceMap]

  /// Prepares the debug files that a report lacks.
  init(_ answers: SymbolicatedReport, _ tally: FrameTally) {
    self.answers = answers
    self.tally = tally
    images = (tally.imagesWithoutSymbols(of: answers) + tally.imagesOfAnotherBuild(of: answers)).sorted()
    maps = MissingSourceMap.list(answers)
  }

  /// Returns whether the banner says why a frame has no name.
  func explains(_ frame: Int) -> Bool {
    if let image = answers.report.frames[frame].image, images.contains(image) { return true }
    return !maps.isEmpty && answers.lacksSourceMap(frame)
  }

  /// Writes the banner, unless all files are there.
  func write(to page: inout Markup) {
    guard !images.isEmpty || !maps.isEmpty else { return }
    page.element("section", ["class": "banner missing"]) { page in
      page.element("h2") { page in
        page.text(NumberFormat.counted(images.count + maps.count, "missing debug file"))
        page.element("span", ["class": "hint"], " \(consequence)")
      }
      page.element("ul") { page in
        for map in maps { page.element("li") { Self.write(map, to: &$0) } }
        for position in images { page.element("li") { write(position, to: &$0) } }
      }
    }
    page.line()
  }

  private var consequence: String {
    let frames = images.reduce(0) { $0 + tally.framesByImage[$1] } + maps.reduce(0) { $0 + $1.frames }
    let advice = images.isEmpty ? "" : "; pass the debug file or its directory with -s"
    return NumberFormat.counted(frames, "affected frame") + advice
  }

  private func write(_ position: Int, to page: inout Markup) {
    let image = answers.report.images[position]
    page.element("b", [:], image.name ?? image.identifier ?? "???")
    let architecture = image.architecture.map { $0.name + ", " } ?? ""
    page.element("span", ["class": "hint"], " \(architecture)\(NumberFormat.counted(tally.framesByImage[position], "frame"))")
    page.raw(" ")
    page.element("code", ["class": "uuid", "data-copy": "UUID"], image.id?.description ?? image.idText ?? "no ID")
    if let note = Self.note(answers.imageStatuses[position]) {
      page.raw(" ")
      page.element("span", ["class": "reason"], note)
    }
  }

  private static func write(_ map: MissingSourceMap, to page: inout Markup) {
    page.element("b", [:], map.name)
    page.element("span", ["class": "hint"], " \(NumberFormat.counted(map.frames, "frame"))")
    page.raw(" ")
    if let id = map.debugID { page.element("code", ["class": "uuid", "data-copy": "debug ID"], id) }
    page.element("span", ["class": "reason"]) { $0.prose(map.advice) }
  }

  /// What was found instead, without the paths of this machine.
  private static func note(_ status: ImageStatus) -> String? {
    switch status.status {
    case .mismatch:
      "a file with this name was found, but it is another build"
        + (status.nearMisses.first?.id.map { " (UUID \($0))" } ?? "") + (status.usedMismatch == nil ? "" : "; used anyway")
    case .damaged: "its debug file is damaged"
    case .symbols: "only its symbols were found"
    case .missing, .found, .unneeded: nil
    }
  }
}
