import AppleLayout
import CrashModel

/// Writes functions and sources into the JavaScript frames that are text, wherever they are in an input: in logs, in reasons of
/// exceptions, and in JSON strings. `pay@1:2345` becomes `pay (src/cart.ts:12:4)@1:2345`; the position stays.
///
/// Reasons are in some inputs more than once, and their frames have no place of their own. Therefore lines are recognized by
/// their contents: the same function at the same position has the same source.
struct ScriptTextEditor {
  private var texts: [ReportedSymbol: StyledText] = [:]

  /// Collects the answers to the frames of a report, in the words of `wording`, with their styles if `isStyled`.
  mutating func add(_ answers: SymbolicatedReport, _ wording: any FrameWording, isStyled: Bool) {
    for position in answers.resolutions.indices where answers.resolutions.span[position].scriptSource != nil {
      guard let reported = answers.report.frames[position].reported,
        var text = wording.lines(of: position, isStyled: isStyled)?.last
      else { continue }
      if isStyled, wording.isInApp(position) { text.style(from: 0, .appFrame) }
      texts[reported] = text
    }
  }

  /// Plans the edits of an input. Does nothing without answers.
  func fill(_ bytes: [UInt8], _ edits: inout ByteEdits) {
    guard !texts.isEmpty else { return }
    let log = LogText(bytes)
    for line in log.lines {
      guard ScriptFrameLine.endsFrame(log.text, line.range), let frame = ScriptFrameLine(log.text, line.range),
        case .frame = frame.kind, let text = texts[frame.reported]
      else { continue }
      func replace(_ range: Range<Int>, _ text: StyledText) {
        edits.replace(log.origin(range), with: LogEscaping.escaped(text, times: line.level))
      }
      guard let place = frame.barePlace else {
        replace(frame.name, text)
        continue
      }
      var opened = text
      opened.append(" (".utf8)
      replace(place.lowerBound..<place.lowerBound, opened)
      replace(place.upperBound..<place.upperBound, StyledText(Array(")".utf8)))
    }
  }
}
