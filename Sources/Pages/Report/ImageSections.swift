internal import CrashModel
internal import Rendering

/// Writes which debug files are missing, and lists the images.
struct ImageSections {
  private let answers: SymbolicatedReport
  private let tally: FrameTally
  private let isShown: [Bool]

  /// Prepares the images of a report.
  init(_ answers: SymbolicatedReport, onlyCrashed: Bool) {
    self.answers = answers
    tally = FrameTally(answers)
    isShown = answers.shownImages(onlyCrashed: onlyCrashed)
  }

  /// Writes a card with the debug files to look for, or none if all are there.
  func writeMissing(to page: inout Markup) {
    let missing = (tally.imagesWithoutSymbols(of: answers) + tally.imagesOfAnotherBuild(of: answers)).sorted()
    let maps = MissingSourceMap.list(answers)
    guard !missing.isEmpty || !maps.isEmpty else { return }
    page.element("section", ["class": "card missing"]) { page in
      page.element("h2", [:], NumberFormat.counted(missing.count + maps.count, "missing debug file"))
      page.element("ul") { page in
        for map in maps { page.element("li") { Self.write(map, to: &$0) } }
        for position in missing { page.element("li") { write(position, to: &$0) } }
      }
    }
  }

  private func write(_ position: Int, to page: inout Markup) {
    let image = answers.report.images[position]
    page.element("b", [:], image.name ?? image.identifier ?? "???")
    let architecture = image.architecture.map { $0.name + ", " } ?? ""
    page.element("span", ["class": "hint"], " \(architecture)\(NumberFormat.counted(tally.framesByImage[position], "frame"))")
    page.raw(" ")
    page.element("code", ["class": "uuid", "data-copy": "UUID"], image.id?.description ?? image.idText ?? "no ID")
    if let note = Self.note(answers.imageStatuses[position]) { page.element("span", ["class": "reason"], note) }
  }

  private static func write(_ map: MissingSourceMap, to page: inout Markup) {
    page.element("b", [:], map.name)
    page.element("span", ["class": "hint"], " \(NumberFormat.counted(map.frames, "frame"))")
    page.raw(" ")
    if let id = map.debugID { page.element("code", ["class": "uuid", "data-copy": "debug ID"], id) }
    page.element("span", ["class": "reason"]) { $0.prose(map.advice) }
  }

  private static func note(_ status: ImageStatus) -> String? {
    switch status.status {
    case .mismatch:
      "a debug file with the same name has a different ID" + (status.usedMismatch == nil ? "" : " and was used anyway")
    case .damaged: "its debug file is damaged"
    case .symbols: "only its symbols were found"
    case .missing, .found, .unneeded: nil
    }
  }

  /// Writes a folded table of the images, those with frames first.
  func writeList(to page: inout Markup) {
    let images = answers.report.images
    let shown = images.indices.filter { isShown[$0] && !images[$0].isPlaceholder }
    guard !shown.isEmpty else { return }
    let used = shown.filter { tally.framesByImage[$0] > 0 }
    page.element("details", ["class": "fold", "id": nil]) { page in
      page.element("summary") { page in
        page.element("h2", [:], NumberFormat.counted(shown.count, "image"))
        page.element("span", ["class": "hint"], " \(NumberFormat.grouped(used.count)) with frames")
      }
      page.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Images"]) { page in
        page.raw("<table class=\"list\"><thead><tr><th scope=\"col\">Image</th><th scope=\"col\">Debug file</th>")
        page.raw("<th scope=\"col\" class=\"num\">Frames</th><th scope=\"col\">Arch</th><th scope=\"col\">Load address</th>")
        page.raw("<th scope=\"col\">UUID or build ID</th><th scope=\"col\">Path</th></tr></thead>\n<tbody>")
        for position in used + shown.filter({ tally.framesByImage[$0] == 0 }) { writeRow(position, to: &page) }
        page.raw("</tbody></table>")
      }
    }
    page.line()
  }

  private func writeRow(_ position: Int, to page: inout Markup) {
    page.passOn()
    let image = answers.report.images[position]
    page.element("tr", ["class": image.inApp ? "app" : nil]) { page in
      page.element("th", ["scope": "row"]) { page in
        page.text(image.name ?? image.identifier ?? "???")
        if image.inApp { page.raw(" <span class=\"tag own\">app</span>") }
      }
      page.element("td", [:], Self.words(answers.imageStatuses[position].status))
      page.element("td", ["class": "num"], NumberFormat.grouped(tally.framesByImage[position]))
      page.element("td", [:], image.architecture?.name ?? "")
      page.element("td") { page in
        if let load = image.loadAddress { page.element("code", [:], "0x" + String(load.value, radix: 16)) }
      }
      page.element("td") { page in
        if let id = image.id?.description ?? image.idText { page.element("code", ["data-copy": "UUID"], id) }
      }
      page.element("td") { page in
        if let path = image.path { page.element("code", [:], path) }
      }
    }
    page.line()
  }

  private static func words(_ status: ImageStatus.Status) -> String {
    switch status {
    case .found: "found"
    case .symbols: "only symbols"
    case .missing: "missing"
    case .mismatch: "another build"
    case .damaged: "damaged"
    case .unneeded: "not needed"
    }
  }
}
