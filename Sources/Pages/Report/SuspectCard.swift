internal import CrashModel
internal import Rendering

/// Writes which changes of the source code are suspected, and who owns it.
struct SuspectCard {
  private let suspicion: Suspicion?

  /// Prepares the card of a report; nil if no repository was asked.
  init(_ suspicion: Suspicion?) { self.suspicion = suspicion }

  /// Writes the card.
  func write(to page: inout Markup) {
    guard let suspicion, case let words = SuspicionWords(suspicion), !words.isEmpty else { return }
    page.element("section", ["class": "card suspects"]) { page in
      page.element("h2", [:], SuspicionWords.title)
      if !suspicion.commits.isEmpty {
        page.element("ol") { page in
          for commit in suspicion.commits {
            page.element("li") { page in
              page.element("b", [:], SuspicionWords.name(commit))
              page.raw(" ")
              page.element("span", ["class": "hint"], words.reason(commit))
            }
          }
        }
      }
      for text in [words.problem.map { "None: \($0)." }, words.lastChange, words.owners.map { "Owners: \($0)" }].compactMap({ $0 }
      ) {
        page.element("p", ["class": "hint"], text)
      }
    }
  }
}
