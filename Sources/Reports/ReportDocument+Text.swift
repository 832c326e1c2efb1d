package import AppleLayout
package import CrashModel

extension ReportDocument {
  /// Returns answered reports as text. Text keeps its own words, with the answers filled in; `writing` writes any other report in the
  /// layout that its format has. Control characters that are only escapes in JSON are never printed, whoever reads the text.
  /// `isStyled` requests the styles of text.
  package func text(
    of answers: [SymbolicatedReport], style: FrameStyle = FrameStyle(), onlyCrashed: Bool = false, isSideBySide: Bool = false,
    isStyled: Bool = false, writing: (SymbolicatedReport, TranslatedText) -> StyledText
  ) -> StyledText {
    var result = StyledText()
    for (position, answer) in answers.enumerated() {
      let wording = FrameReplacement(answer, style: style, isSideBySide: isSideBySide)
      let own = reader(of: answer)?.ownText(answer, wording, onlyCrashed: onlyCrashed, isStyled: isStyled)
      guard let text = own ?? layout(of: answer, onlyCrashed: onlyCrashed).map({ writing(answer, $0) }) else {
        return filled(with: answers, style: style, onlyCrashed: onlyCrashed, isSideBySide: isSideBySide, isStyled: isStyled)
      }
      if position == 0 {
        result = text
      } else {
        result.append("\n".utf8)
        result.append(text)
      }
    }
    return withScriptsNamed(result, answers, style: style, isStyled: isStyled).visible
  }

  private func reader(of answer: SymbolicatedReport) -> (any FormatReader)? {
    readers.indices.contains(answer.report.part) ? readers[answer.report.part] : nil
  }

  /// Returns the layout of one report, or nil if it has none.
  private func layout(of answer: SymbolicatedReport, onlyCrashed: Bool) -> TranslatedText? {
    guard var layout = layout(of: answer.report) else { return nil }
    if let sentence = answer.instruction?.sentence { layout.insert(information: "Instruction: \(sentence)") }
    if let failure = answer.report.exception?.runtimeFailure { layout.insert(information: failure) }
    if onlyCrashed {
      var shown = answer.report
      shown.images = zip(shown.images, answer.shownImages(onlyCrashed: true)).filter { $0.1 }.map { $0.0 }
      layout.images = self.layout(of: shown)?.images ?? []
    }
    return layout
  }

  /// Returns a text with sources filled into the lines that are JavaScript frames of the answered reports: the reason of an
  /// exception in a layout of the report.
  private func withScriptsNamed(
    _ text: StyledText, _ answers: [SymbolicatedReport], style: FrameStyle, isStyled: Bool
  ) -> StyledText {
    var scripts = ScriptTextEditor()
    var traces = DartTextEditor()
    for answer in answers {
      let wording = FrameReplacement(answer, style: style)
      scripts.add(answer, wording, isStyled: isStyled)
      traces.add(answer, wording)
    }
    var edits = ByteEdits(isStyled: isStyled)
    scripts.fill(text.bytes, &edits)
    traces.fill(text.bytes, &edits)
    return edits.applied(to: text)
  }
}
