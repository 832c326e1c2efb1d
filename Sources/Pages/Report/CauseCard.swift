internal import CrashModel
internal import Rendering

/// Writes the causes of a report with their evidence and what to do next.
struct CauseCard {
  private let triage: ReportTriage?

  /// Prepares the causes of a report.
  init(_ answers: SymbolicatedReport) { triage = answers.triage }

  /// Writes the card, unless the report was not triaged.
  func write(to page: inout Markup) {
    guard let triage else { return }
    page.element("section", ["class": triage.causes.isEmpty ? "card why" : "card why cause"]) { page in
      page.raw("<h2>Cause</h2>")
      guard let first = triage.causes.first else {
        page.raw("<p class=\"hint\">The report does not contain enough to name a cause.</p>")
        return
      }
      // Its advice is in the head.
      writeName(first, to: &page)
      writeEvidence(first, to: &page)
      for other in triage.causes.dropFirst().prefix(4) {
        page.element("details", ["class": "other"]) { page in
          page.element("summary") { page in
            page.raw("Or: ")
            page.element("b", [:], CauseWords.title(other.id))
            page.text(", \(Self.words(of: other.confidence))")
          }
          page.element("p", ["class": "advice"]) { $0.prose(other.advice) }
          writeEvidence(other, to: &page)
        }
      }
    }
  }

  private func writeName(_ cause: TriageCause, to page: inout Markup) {
    page.element("p", ["class": "name"]) { page in
      page.element("b", [:], CauseTitle.of(cause.id))
      page.raw(" ")
      page.element("span", ["class": "tag"], Self.words(of: cause.confidence))
    }
  }

  private static func words(of confidence: TriageCause.Confidence) -> String {
    switch confidence {
    case .certain, .likely: confidence.rawValue
    case .hint: "possible"
    }
  }

  private func writeEvidence(_ cause: TriageCause, to page: inout Markup) {
    guard !cause.evidence.isEmpty else { return }
    page.element("ul", ["class": "evidence"]) { page in
      for evidence in cause.evidence {
        let words = EvidenceWords.of(path: evidence.path, text: evidence.text)
        page.element("li") { page in
          page.element("span", ["class": "hint"], words.path)
          page.raw(" ")
          page.element("code", [:], words.text)
        }
      }
    }
  }
}
