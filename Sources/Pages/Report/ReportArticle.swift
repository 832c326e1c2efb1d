internal import AppleLayout
internal import CrashModel
internal import Rendering

/// Writes one report: what happened, why, the stacks, what is missing, everything else folded.
struct ReportArticle {
  private let answers: SymbolicatedReport
  private let style: FrameStyle
  private let onlyCrashed: Bool
  private let prefix: String
  private let index: String?

  /// Prepares a report; `prefix` begins all its identifiers, and `index` is the relative address of the summary's page.
  init(_ answers: SymbolicatedReport, style: FrameStyle, onlyCrashed: Bool, prefix: String = "", index: String? = nil) {
    self.answers = answers
    self.style = style
    self.onlyCrashed = onlyCrashed
    self.prefix = prefix
    self.index = index
  }

  /// Writes the article.
  func write(to page: inout Markup) {
    let tally = FrameTally(answers)
    let banner = MissingBanner(answers, tally)
    let stacks = StackSections(answers, style: style, onlyCrashed: onlyCrashed, prefix: prefix, banner: banner)
    let images = ImageSections(answers, tally, onlyCrashed: onlyCrashed)
    let details = DetailSections(answers.report)
    page.element("article", ["class": "one"]) { page in
      page.line()
      ReportHead(answers, index: index).write(to: &page)
      banner.write(to: &page)
      page.element("div", ["class": "columns"]) { page in
        page.element("div", ["class": "main"]) { page in
          details.writeInformation(to: &page)
          details.writeMemory(to: &page)
          stacks.write(to: &page)
        }
        CauseCard(answers).write(to: &page)
        page.element("aside", ["class": "side", "aria-label": "About this report"]) { page in
          SuspectCard(answers.suspicion).write(to: &page)
          FactsCard(answers).write(to: &page)
          details.writeDiagnostics(to: &page)
          writeBrief(tally, to: &page)
        }
      }
      page.element("div", ["class": "rest"]) { page in
        details.writeRepeatedInformation(to: &page)
        details.writeRegisters(to: &page)
        images.writeList(to: &page)
        details.writeExtra(to: &page)
        details.writeOther(to: &page)
      }
    }
    page.line()
  }

  private func writeBrief(_ tally: FrameTally, to page: inout Markup) {
    page.element("details", ["class": "card brief"]) { page in
      page.raw("<summary><h2>Brief</h2> <span class=\"hint\">for chat and tickets</span></summary>")
      page.element("pre", ["class": "wrap", "data-copy": "brief", "tabindex": "0"], BriefText().text(answers, tally))
    }
  }
}
