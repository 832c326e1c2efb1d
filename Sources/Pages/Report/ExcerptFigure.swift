internal import CrashModel
internal import SymbolModel

/// Writes lines of a source file.
enum ExcerptFigure {
  /// Writes the lines with their numbers; that of the source frame is marked. The path is the one of the debug information, not
  /// that of this machine.
  static func write(_ excerpt: SourceExcerpt, of source: SourceFrame, isOpen: Bool, to page: inout Markup) {
    page.element("details", ["class": "excerpt", "open": isOpen ? "" : nil]) { page in
      page.element("summary") { page in
        page.element("code", [:], PathText.lastComponent(of: source.file ?? excerpt.path))
        page.text(" line \(excerpt.line)")
        if excerpt.isNewerThanDebugFile == true { page.raw(" <span class=\"tag bad\">newer than the debug file</span>") }
      }
      page.element("pre", ["tabindex": "0"]) { page in
        for (order, line) in excerpt.lines.enumerated() {
          let number = excerpt.firstLine + order
          page.element(number == excerpt.line ? "mark" : "span", ["class": "ln"]) { page in
            page.element("span", ["class": "no"], (number == excerpt.line ? "> " : "  ") + String(number))
            page.text("  " + line + "\n")
          }
        }
      }
    }
  }
}
