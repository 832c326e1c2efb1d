internal import CrashModel
internal import Rendering

/// Lists the images.
struct ImageSections {
  private let answers: SymbolicatedReport
  private let tally: FrameTally
  private let isShown: [Bool]

  /// Prepares the images of a report.
  init(_ answers: SymbolicatedReport, _ tally: FrameTally, onlyCrashed: Bool) {
    self.answers = answers
    self.tally = tally
    isShown = answers.shownImages(onlyCrashed: onlyCrashed)
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
    page.raw(image.inApp ? "<tr class=\"app\"><th scope=\"row\">" : "<tr><th scope=\"row\">")
    page.text(image.name ?? image.identifier ?? "???")
    page.raw(image.inApp ? " <span class=\"tag own\">app</span></th><td>" : "</th><td>")
    page.raw(Self.words(answers.imageStatuses[position].status))
    page.raw("</td><td class=\"num\">")
    page.number(tally.framesByImage[position])
    page.raw("</td><td>")
    page.text(image.architecture?.name ?? "")
    page.raw("</td><td>")
    if let load = image.loadAddress {
      page.raw("<code>")
      page.address(load.value)
      page.raw("</code>")
    }
    page.raw("</td><td>")
    if image.id != nil || image.idText != nil {
      page.raw("<code data-copy=\"UUID\">")
      if let id = image.id { page.id(id) } else if let text = image.idText { page.text(text) }
      page.raw("</code>")
    }
    page.raw("</td><td>")
    if let path = image.path {
      page.raw("<code>")
      page.text(path)
      page.raw("</code>")
    }
    page.raw("</td></tr>\n")
  }

  private static func words(_ status: ImageStatus.Status) -> StaticString {
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
