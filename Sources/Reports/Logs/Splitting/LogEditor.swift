import AppleLayout
import CrashModel

/// Writes names into the call stacks of a log. Everything around them stays as it is, byte for byte; in JSON strings what is
/// written is escaped as they are.
enum LogEditor {
  /// Plans the replacements for a frame whose own line gets the last of `texts` and whose inlined functions the others, innermost
  /// first: each line with what stands before and behind the replaced part in the frame's last line.
  /// `prefixes` are other bytes to stand before the words, one entry a text.
  static func replace(
    _ slot: LogSlot, of log: LogText, with texts: [String], prefixes: [[UInt8]]? = nil, _ edits: inout ByteEdits
  ) {
    guard let last = line(slot.lines.upperBound, log), let first = line(slot.lines.lowerBound, log), !texts.isEmpty else {
      return
    }
    let input = log.text[..<log.inputCount]
    let own = Array(input[log.origin(last.range.lowerBound..<slot.tail.lowerBound)])
    let suffix = Array(input[log.origin(slot.tail.upperBound..<last.range.upperBound)])
    let separator = first.separator
    var text: [UInt8] = []
    for (order, words) in texts.enumerated() {
      if order > 0 { text += separator }
      let prefix = prefixes.flatMap { $0.indices.contains(order) ? $0[order] : nil } ?? own
      text += prefix
      if let end = text.last, end > TextScan.space, !prefix.isEmpty, !endsInEscape(prefix) { text.append(TextScan.space) }
      text += LogEscaping.escaped(oneLine(words), times: last.level) + suffix
    }
    edits.replace(log.origin(first.range).lowerBound..<log.origin(last.range).upperBound, with: text)
  }

  /// Plans the opening of a bare list of addresses into frame lines between its parentheses; nothing when no frame has a text.
  static func open(
    _ backtrace: Backtrace, at list: (line: Int, range: Range<Int>), of log: LogText, _ report: CrashReport,
    texts: (Int) -> [String]?, _ edits: inout ByteEdits
  ) {
    guard let line = line(list.line, log), backtrace.frames.contains(where: { texts($0) != nil }) else { return }
    let separator = line.isElement ? LogEscaping.escaped([TextScan.newline], times: line.level) : line.separator
    let layout = report.listLayout(of: backtrace.frames)
    var text: [UInt8] = [UInt8(ascii: "(")]
    for position in backtrace.frames {
      let frame = report.frames[position]
      let image = report.image(of: frame)?.name ?? "???"
      var columns: [UInt8] = []
      FrameColumns.append(frame.index, image, frame.address?.value ?? 0, layout: layout, to: &columns)
      for words in texts(position) ?? [report.place(of: position)] {
        text += separator + LogEscaping.escaped(columns + oneLine(words), times: line.level)
      }
    }
    edits.replace(log.origin(list.range), with: text + separator + [UInt8(ascii: ")")])
  }

  /// Plans lines below a line of a call stack, behind the bracket that ends the stack, unless they stand there. Elements of an array
  /// get none.
  static func insert(_ lines: [String], below position: Int, of log: LogText, _ edits: inout ByteEdits) {
    guard var line = line(position, log), !line.isElement else { return }
    if let next = self.line(position + 1, log), next.level == line.level, line.level == 0 || next.followsInString,
      case let content = TextScan.trimmed(log.text, next.range), !content.isEmpty,
      log.text[content.lowerBound] == UInt8(ascii: ")")
    {
      line = next
    }
    let text = lines.flatMap { line.separator + LogEscaping.escaped(oneLine($0, keepingTabs: true), times: line.level) }
    let place = log.origin(line.range).upperBound
    guard !log.text[place..<log.inputCount].starts(with: text) else { return }
    edits.replace(place..<place, with: text)
  }

  private static func line(_ position: Int, _ log: LogText) -> LogLine? {
    log.lines.indices.contains(position) ? log.lines[position] : nil
  }

  /// Whether the prefix ends with an escaped tab.
  private static func endsInEscape(_ prefix: [UInt8]) -> Bool { prefix.suffix(2) == [UInt8(ascii: "\\"), UInt8(ascii: "t")] }

  /// The bytes of a text with control characters, which a hostile debug file may hold, made blanks.
  private static func oneLine(_ text: String, keepingTabs: Bool = false) -> [UInt8] {
    text.utf8.map { $0 < 0x20 && !(keepingTabs && $0 == TextScan.tab) ? TextScan.space : $0 }
  }
}
