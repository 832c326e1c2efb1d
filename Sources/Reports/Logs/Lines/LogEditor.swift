import AppleLayout
import Bytes
import CrashModel

/// Writes names into the call stacks of a log. All other text stays as it is, byte for byte; in JSON strings, names are escaped
/// like their surroundings.
enum LogEditor {
  /// A line to be written.
  struct Line {
    /// The text before the frame's, or nil to repeat that of the frame's last line.
    var prefix: [UInt8]?
    /// The text. Its only hidden characters are those that color it.
    var words = StyledText()
    /// Whether the text itself ends its colors.
    var isColored = false
    /// The bytes of the input for a line that stays as it is, or nil for a new one.
    var whole: StyledText?
  }

  /// Plans the names of all frames of a report, the styles of frames that stay as they are and of the title of the crashed thread, and
  /// the note. `words` puts a text into the format's own form.
  static func fill(
    _ slots: [LogSlot], of log: LogText, _ report: CrashReport, crashedTitle: Int? = nil, _ wording: any FrameWording,
    _ edits: inout ByteEdits, words: (StyledText) -> StyledText = { $0 }
  ) {
    for (position, slot) in slots.enumerated() {
      let isInApp = edits.isStyled && wording.isInApp(position)
      if let texts = wording.lines(of: position, isStyled: edits.isStyled) {
        replace(slot, of: log, with: texts.map(words), isInApp: isInApp, &edits)
      } else if edits.isStyled, isInInput(slot.lines.upperBound, log) {
        let frame = report.frames[position]
        edits.styleFrame(frame.sourceRange, frame.replaceableRange, log.text, isInApp: isInApp)
      }
    }
    if edits.isStyled, let crashedTitle, isInInput(crashedTitle, log) {
      edits.style(TextScan.trimmed(log.text, log.lines[crashedTitle].range), .crashedThread)
    }
    guard let note = wording.note, slots.indices.contains(note.frame) else { return }
    insert(note.lines, below: slots[note.frame].lines.upperBound, of: log, &edits)
  }

  /// Returns whether the bytes of a line are those of the input. Lines of strings in JSON are decoded.
  private static func isInInput(_ position: Int, _ log: LogText) -> Bool {
    log.lines[position].range.upperBound <= log.inputCount
  }

  /// Plans the replacements for a frame whose own line gets the last of `texts` and whose inlined functions the others,
  /// innermost first: each line with what is before and after the replaced part in the frame's last line.
  static func replace(
    _ slot: LogSlot, of log: LogText, with texts: [StyledText], isInApp: Bool, _ edits: inout ByteEdits
  ) {
    replace(slot, of: log, with: texts.map { Line(words: oneLine($0)) }, isInApp: isInApp, &edits)
  }

  /// Does the same for lines of other columns.
  static func replace(_ slot: LogSlot, of log: LogText, with lines: [Line], isInApp: Bool, _ edits: inout ByteEdits) {
    guard let last = line(slot.lines.upperBound, log), let first = line(slot.lines.lowerBound, log), !lines.isEmpty else {
      return
    }
    let input = log.text[..<log.inputCount]
    let own = Array(input[log.origin(last.range.lowerBound..<slot.tail.lowerBound)])
    let suffix = Array(input[log.origin(slot.tail.upperBound..<last.range.upperBound)])
    let separator = first.separator
    var text = StyledText()
    for (order, new) in lines.enumerated() {
      if order > 0 { text.append(separator) }
      let start = text.bytes.count
      if let whole = new.whole {
        text.append(whole)
      } else {
        let prefix = new.prefix ?? own
        text.append(prefix)
        if let end = text.bytes.last, end > TextScan.space, !prefix.isEmpty, !endsInEscape(prefix) {
          text.append([TextScan.space])
        }
        text.append(LogEscaping.escaped(new.words, times: last.level))
        if !new.isColored || suffix.first != 0x1b { text.append(suffix) }
      }
      if isInApp { text.style(from: start, .appFrame) }
    }
    edits.replace(log.origin(first.range).lowerBound..<log.origin(last.range).upperBound, with: text)
  }

  /// Plans the expansion of a bare list of addresses to frame lines between its parentheses; does nothing if no frame has a text.
  static func open(
    _ backtrace: Backtrace, at list: (line: Int, range: Range<Int>), of log: LogText, _ report: CrashReport,
    _ wording: any FrameWording, _ edits: inout ByteEdits
  ) {
    guard let line = line(list.line, log), backtrace.frames.contains(where: { wording.lines(of: $0) != nil }) else { return }
    let separator = line.isElement ? LogEscaping.escaped([TextScan.newline], times: line.level) : line.separator
    let layout = report.listLayout(of: backtrace.frames)
    var text = StyledText([UInt8(ascii: "(")])
    for position in backtrace.frames {
      let frame = report.frames[position]
      let image = report.image(of: frame)?.name ?? "???"
      var head = GrowingBytes()
      FrameColumns.append(frame.index, image, frame.address?.value ?? 0, layout: layout, to: &head)
      let columns = head.array
      let bare = [StyledText(Array(report.place(of: position).utf8))]
      for words in wording.lines(of: position, isStyled: edits.isStyled) ?? bare {
        text.append(separator)
        let start = text.bytes.count
        text.append(LogEscaping.escaped(columns, times: line.level))
        text.append(LogEscaping.escaped(oneLine(words), times: line.level))
        if edits.isStyled, wording.isInApp(position) { text.style(from: start, .appFrame) }
      }
    }
    text.append(separator + [UInt8(ascii: ")")])
    edits.replace(log.origin(list.range), with: text)
  }

  /// Plans lines below a line of a call stack, after the bracket that ends the stack, unless they are there already. Elements of
  /// an array get none.
  static func insert(_ lines: [String], below position: Int, of log: LogText, _ edits: inout ByteEdits) {
    guard var line = line(position, log), !line.isElement else { return }
    if let next = self.line(position + 1, log), next.level == line.level, line.level == 0 || next.followsInString,
      case let content = TextScan.trimmed(log.text, next.range), !content.isEmpty,
      log.text[content.lowerBound] == UInt8(ascii: ")")
    {
      line = next
    }
    let text = lines.flatMap {
      line.separator + LogEscaping.escaped(oneLine(StyledText(Array($0.utf8)), keepingTabs: true).bytes, times: line.level)
    }
    let place = log.origin(line.range).upperBound
    guard !log.text[place..<log.inputCount].starts(with: text) else { return }
    edits.replace(place..<place, with: text)
  }

  /// Plans to leave lines out, given by their positions in ascending order. The elements of an array stay.
  static func omit(_ positions: [Int], of log: LogText, _ edits: inout ByteEdits) {
    var first = 0
    while first < positions.count {
      var last = first
      while last + 1 < positions.count, positions[last + 1] == positions[last] + 1,
        log.lines[positions[last + 1]].level == log.lines[positions[first]].level
      {
        last += 1
      }
      if let start = line(positions[first], log), let end = line(positions[last], log), !start.isElement {
        let next = line(positions[last] + 1, log).flatMap {
          $0.level == end.level && (end.level == 0 || $0.followsInString) ? $0 : nil
        }
        let lower = log.origin(start.range).lowerBound
        let upper = next.map { log.origin($0.range).lowerBound } ?? log.origin(end.range).upperBound
        edits.replace(lower..<max(lower, upper), with: [])
      }
      first = last + 1
    }
  }

  private static func line(_ position: Int, _ log: LogText) -> LogLine? {
    log.lines.indices.contains(position) ? log.lines[position] : nil
  }

  /// Returns whether the prefix ends with an escaped tab.
  private static func endsInEscape(_ prefix: [UInt8]) -> Bool { prefix.suffix(2) == [UInt8(ascii: "\\"), UInt8(ascii: "t")] }

  /// Returns a text with line ends, which a hostile debug file may hold, replaced by blanks, and other hidden characters made
  /// visible.
  private static func oneLine(_ text: StyledText, keepingTabs: Bool = false) -> StyledText {
    let line = text.bytes.map { unit in
      switch unit {
      case TextScan.newline, TextScan.carriageReturn: TextScan.space
      case TextScan.tab: keepingTabs ? unit : TextScan.space
      default: unit
      }
    }
    return StyledText(line, styles: text.styles).visible
  }
}
