import AppleLayout
import CrashModel
import SymbolModel

/// Writes names into Swift backtraces as text, in the runtime's own format: `name + offset in image at path:line:column`. A line
/// that the runtime wrote stays as it is if the debug files give the same answer. If they give more, it keeps its number, marks
/// and colors.
enum SwiftTextEditor {
  /// The text of one line: function, image, and source position.
  private struct Words {
    var name: String
    var offset = ""
    var image: String?
    var place = ""
    /// The link to the source line.
    var url: String?
    var mark = ""
    /// Whether the runtime would mark the function as one of the system: it has no source line.
    var isSystem = false
    /// The distance from the image's start, before everything else.
    var head = ""

    /// The line.
    var text: String { head + name + offset + (image.map { " in " + $0 } ?? "") + (place.isEmpty ? "" : " at " + place) + mark }

    /// The line with the styles of its pieces.
    var styled: StyledText {
      var text = StyledText(Array(TerminalText.line(head + name + offset + (image.map { " in " + $0 } ?? "")).utf8))
      if !place.isEmpty { text.append(" at ".utf8) }
      text.append(TerminalText.line(place).utf8, .place, link: url)
      text.append(mark.utf8, .warning)
      return text
    }

    /// The line in the runtime's colors.
    var colored: [UInt8] {
      let parts = [
        Array(TerminalText.line(head).utf8), SwiftTextStyle.painted(TerminalText.line(name), 96),
        offset.isEmpty ? [] : SwiftTextStyle.painted(offset, 37),
        image.map { Array(" in ".utf8) + SwiftTextStyle.painted(TerminalText.line($0), 36) } ?? [],
        place.isEmpty ? [] : Array(" at ".utf8) + SwiftTextStyle.painted(TerminalText.line(place), 33), Array(mark.utf8),
      ]
      return parts.flatMap { $0 }
    }
  }

  /// Plans the replacements for all frames that have a name from a debug file and a text by `wording`. The distance from the
  /// image's start is put before the text of a frame, or before the runtime's own text if no debug file has an answer.
  static func fill(
    _ reader: SwiftTextReader, _ answers: SymbolicatedReport, _ wording: any FrameWording, _ edits: inout ByteEdits
  ) {
    for (position, slot) in reader.slots.enumerated()
    where answers.resolutions.indices.contains(position) && answers.report.frames.indices.contains(position) {
      let said = said(slot, reader)
      let texts = texts(position, slot, answers, wording, said)
      let isInApp = edits.isStyled && wording.isInApp(position)
      // The runtime may have printed the same text, in colors.
      guard !texts.isEmpty, texts.map(\.text) != said.map(\.text) else {
        if edits.isStyled { style(slot, reader, isInApp: isInApp, &edits) }
        continue
      }
      LogEditor.replace(slot, of: reader.log, with: lines(texts, said, slot, reader), isInApp: isInApp, &edits)
    }
    if edits.isStyled { for line in reader.crashedHeaders { style(reader.contents(of: line), .crashedThread, reader, &edits) } }
  }

  /// Returns the text of the lines of a frame, or none if it stays as it is.
  private static func texts(
    _ position: Int, _ slot: LogSlot, _ answers: SymbolicatedReport, _ wording: any FrameWording,
    _ said: [(text: String, words: String)]
  ) -> [Words] {
    let resolution = answers.resolutions[position]
    let frame = answers.report.frames[position]
    var texts: [Words] = []
    if resolution.basis == .line || resolution.basis == .symbol, wording.lines(of: position) != nil {
      let all = words(frame, resolution, image: imageName(frame, answers.report))
      texts = slot.lines.count == 1 && !frame.reportedInlines.isEmpty ? all.suffix(1) : all
    }
    guard let distance = frame.address.flatMap({ _ in wording.distance(of: position) }) else { return texts }
    if texts.isEmpty, frame.reported != nil { texts = said.map { Words(name: $0.words) } }
    for index in texts.indices { texts[index].head = distance + "  " }
    return texts
  }

  /// Styles the lines of a frame that stay as they are.
  private static func style(_ slot: LogSlot, _ reader: SwiftTextReader, isInApp: Bool, _ edits: inout ByteEdits) {
    for line in slot.lines where reader.log.lines.indices.contains(line) {
      let content = reader.contents(of: line)
      if isInApp { style(content, .appFrame, reader, &edits) }
      if let place = SwiftTextFrameLine(reader.log.text, content)?.place { style(place, .place, reader, &edits) }
    }
  }

  /// Styles bytes of the log, unless they were decoded: those in strings with escapes, and those with the runtime's colors.
  private static func style(_ range: Range<Int>, _ style: TextStyle, _ reader: SwiftTextReader, _ edits: inout ByteEdits) {
    if range.upperBound <= reader.log.inputCount { edits.style(range, style) }
  }

  private static func imageName(_ frame: Frame, _ report: CrashReport) -> String? {
    report.image(of: frame)?.name ?? frame.imageName
  }

  // MARK: Words

  private static func words(_ frame: Frame, _ resolution: FrameResolution, image: String?) -> [Words] {
    let mark = resolution.fromMismatch ? " [mismatch]" : ""
    let offset = offset(frame, resolution)
    guard let real = resolution.sources.last else {
      return resolution.symbol.map { [Words(name: $0, offset: offset, image: image, mark: mark)] } ?? []
    }
    let inlined = resolution.sources.dropLast().map { source in
      let isSystem = (source.line ?? 0) == 0 && source.file?.hasSuffix("<compiler-generated>") == true
      return Words(
        name: source.function, image: image, place: place(source), url: source.url, mark: mark, isSystem: isSystem)
    }
    let name = resolution.symbol ?? real.function
    return inlined + [Words(name: name, offset: offset, image: image, place: place(real), url: real.url, mark: mark)]
  }

  /// Returns the offset to print. The runtime counts from the call, one byte before the return address.
  private static func offset(_ frame: Frame, _ resolution: FrameResolution) -> String {
    guard let distance = resolution.symbolOffset else { return "" }
    return " + \(frame.kind == .returnAddress && distance > 0 ? distance - 1 : distance)"
  }

  private static func place(_ source: SourceFrame) -> String {
    guard let file = source.file, !file.isEmpty else { return "" }
    guard let line = source.line, line > 0 else { return file }
    guard let column = source.column, column > 0 else { return "\(file):\(line)" }
    return "\(file):\(line):\(column)"
  }

  /// Returns the text of a frame's lines after their addresses, with and without the distance from the image's start.
  private static func said(_ slot: LogSlot, _ reader: SwiftTextReader) -> [(text: String, words: String)] {
    slot.lines.compactMap { line in
      guard reader.log.lines.indices.contains(line) else { return nil }
      return SwiftTextFrameLine(reader.log.text, reader.contents(of: line)).map {
        (TextScan.text(reader.log.text, $0.tail), TextScan.text(reader.log.text, $0.words))
      }
    }
  }

  // MARK: Lines

  /// Returns the lines of a frame. Those of the runtime are reused for the outermost functions; functions inlined into them are
  /// put before.
  private static func lines(
    _ texts: [Words], _ said: [(text: String, words: String)], _ slot: LogSlot, _ reader: SwiftTextReader
  ) -> [LogEditor.Line] {
    let log = reader.log
    let heads = slot.lines.compactMap { head($0, reader) }
    let own = heads.map { withColorEnd(log.origin($0), log) + [TextScan.space] }
    let added = texts.count - own.count
    guard said.count == own.count, let first = own.first, let plain = heads.first else {
      return texts.map { LogEditor.Line(prefix: nil, words: $0.styled) }
    }
    let style = SwiftTextStyle(Array(first.dropLast()))
    // JSON strings hold no colors that were written for a terminal.
    let isColored = style.isColored && log.lines[slot.lines.upperBound].level == 0
    return texts.enumerated().map { order, words in
      let text = isColored ? StyledText(words.colored) : words.styled
      guard order >= added else {
        let columns = isColored ? style : SwiftTextStyle(Array(log.text[plain]))
        return LogEditor.Line(
          prefix: columns.inlined(isSystem: words.isSystem) + [TextScan.space], words: text, isColored: isColored)
      }
      let known = order - added
      if isSame(words.text, said[known].text) { return LogEditor.Line(whole: whole(slot.lines.lowerBound + known, slot, reader)) }
      return LogEditor.Line(prefix: own[known], words: text, isColored: isColored)
    }
  }

  /// Returns whether two wordings are the same. The runtime puts a slash more before `<compiler-generated>`.
  private static func isSame(_ new: String, _ old: String) -> Bool {
    guard new != old else { return true }
    let mark = " at /<compiler-generated>"
    return new.hasSuffix(mark) && old == new.dropLast(mark.utf8.count) + " at //<compiler-generated>"
  }

  /// Returns the bytes of a line of the log. The escape sequences after the last line of the slot stay where they are anyway.
  private static func whole(_ position: Int, _ slot: LogSlot, _ reader: SwiftTextReader) -> StyledText {
    let log = reader.log
    let range = log.origin(log.lines[position].range)
    let bytes = position == slot.lines.upperBound ? Array(log.text[range]) : withColorEnd(range, log)
    let place = SwiftTextFrameLine(log.text, reader.contents(of: position))?.place
    guard range == log.lines[position].range, let place else { return StyledText(bytes) }
    return StyledText(bytes, styles: [StyledRange(place, .place).moved(by: -range.lowerBound)])
  }

  /// Returns the bytes of the input in a range, and the escape sequences after it, which end the color of the address.
  private static func withColorEnd(_ range: Range<Int>, _ log: LogText) -> [UInt8] {
    var end = range.upperBound
    while end + 1 < log.inputCount, log.text[end] == 0x1b, log.text[end + 1] == UInt8(ascii: "[") {
      guard let letter = log.text[(end + 2)..<log.inputCount].prefix(16).firstIndex(where: { $0 >= 0x40 }) else { break }
      end = letter + 1
    }
    return Array(log.text[range.lowerBound..<end])
  }

  /// Returns the bytes of a line up to the end of the address, or nil if it shows none.
  private static func head(_ position: Int, _ reader: SwiftTextReader) -> Range<Int>? {
    guard reader.log.lines.indices.contains(position) else { return nil }
    let content = reader.contents(of: position)
    guard let start = TextScan.find(reader.log.text, content, "0x"),
      let number = TextScan.hexadecimal(reader.log.text, start, content.upperBound)
    else { return nil }
    return reader.log.lines[position].range.lowerBound..<number.end
  }
}
