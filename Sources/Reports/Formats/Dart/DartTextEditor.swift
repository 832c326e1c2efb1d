import AppleLayout
import CrashModel

/// Writes functions and sources into the Dart traces that `DartTexts` found in the texts of a report, wherever they are in an input.
///
/// Such frames have no place of their own, and a text may be in an input more than once. Therefore lines are recognized by their
/// contents: the same number and the same place in the code have the same function, unless the input has traces of several builds.
struct DartTextEditor {
  private struct Key: Hashable {
    let index: Int
    let reported: ReportedSymbol
  }

  /// The lines of a frame, or nil if it has another meaning elsewhere in the input.
  private var texts: [Key: [StyledText]?] = [:]

  /// Collects the answers to such frames of a report, in the words of `wording`.
  mutating func add(_ answers: SymbolicatedReport, _ wording: any FrameWording) {
    for backtrace in answers.report.backtraces where backtrace.kind == .dart {
      for position in backtrace.frames {
        let frame = answers.report.frames[position]
        guard let reported = frame.reported, let words = wording.words(of: position) else { continue }
        let lines = words.map { StyledText(Array($0.line.utf8)) }
        let key = Key(index: frame.index, reported: reported)
        if let known = texts[key], known?.map(\.bytes) != lines.map(\.bytes) {
          texts[key] = .some(nil)
        } else {
          texts[key] = lines
        }
      }
    }
  }

  /// Plans the edits of an input. Does nothing without answers.
  func fill(_ bytes: [UInt8], _ edits: inout ByteEdits) {
    guard !texts.isEmpty else { return }
    let log = LogText(bytes)
    // The first line of the functions that an earlier run has written before the frame's own line.
    var first: Int?
    for (position, line) in log.lines.enumerated() {
      guard let frame = DartFrameLine(log.text, line.range), let reported = frame.reported else {
        first = nil
        continue
      }
      if frame.isInlined {
        first = first ?? position
        continue
      }
      let slot = LogSlot(lines: (first ?? position)...position, tail: frame.tail)
      first = nil
      guard let lines = texts[Key(index: frame.index, reported: reported)] ?? nil else { continue }
      LogEditor.replace(slot, of: log, with: lines, isInApp: true, &edits)
    }
  }
}
