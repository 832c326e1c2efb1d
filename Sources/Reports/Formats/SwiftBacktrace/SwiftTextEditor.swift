import CrashModel
import SymbolModel

/// Writes names into Swift backtraces as text, in the runtime's own words: `name + offset in image at path:line:column`.
enum SwiftTextEditor {
  /// Plans the replacements for all frames that a debug file named and that are `wanted`. Inlined functions have the number of their
  /// caller; where the runtime had found as many, their lines keep theirs. `distance` is put before the words of a frame, and before
  /// the runtime's own where no debug file has others.
  static func fill(
    _ reader: SwiftTextReader, _ answers: SymbolicatedReport, _ edits: inout ByteEdits, distance: (_ frame: Int) -> String?,
    wanted: (_ frame: Int) -> Bool
  ) {
    for (position, slot) in reader.slots.enumerated()
    where answers.resolutions.indices.contains(position) && answers.report.frames.indices.contains(position) {
      let resolution = answers.resolutions[position]
      let frame = answers.report.frames[position]
      let said = said(slot, reader)
      var texts: [String] = []
      if resolution.basis == .line || resolution.basis == .symbol, wanted(position) {
        let all = words(frame, resolution, image: imageName(frame, answers.report))
        texts = slot.lines.count == 1 && !frame.reportedInlines.isEmpty ? all.suffix(1) : all
      } else if frame.reported != nil {
        texts = said.map(\.words)
      }
      if let distance = frame.address.flatMap({ _ in distance(position) }) { texts = texts.map { distance + "  " + $0 } }
      // The runtime may have said it all, in colours.
      guard !texts.isEmpty, texts != said.map(\.text) else { continue }
      LogEditor.replace(slot, of: reader.log, with: texts, prefixes: prefixes(slot, reader, count: texts.count), &edits)
    }
  }

  private static func imageName(_ frame: Frame, _ report: CrashReport) -> String? {
    report.image(of: frame)?.name ?? frame.imageName
  }

  // MARK: Words

  private static func words(_ frame: Frame, _ resolution: FrameResolution, image: String?) -> [String] {
    let image = image.map { " in " + $0 } ?? ""
    let mark = resolution.fromMismatch ? " [mismatch]" : ""
    guard let real = resolution.sources.last else {
      return resolution.symbol.map { [$0 + offset(frame, resolution) + image + mark] } ?? []
    }
    let inlined = resolution.sources.dropLast().map { $0.function + image + place($0) + mark }
    return inlined + [(resolution.symbol ?? real.function) + offset(frame, resolution) + image + place(real) + mark]
  }

  /// The runtime counts from the call, one byte before the return address.
  private static func offset(_ frame: Frame, _ resolution: FrameResolution) -> String {
    guard let distance = resolution.symbolOffset else { return "" }
    return " + \(frame.kind == .returnAddress && distance > 0 ? distance - 1 : distance)"
  }

  private static func place(_ source: SourceFrame) -> String {
    guard let file = source.file, !file.isEmpty else { return "" }
    guard let line = source.line, line > 0 else { return " at " + file }
    guard let column = source.column, column > 0 else { return " at \(file):\(line)" }
    return " at \(file):\(line):\(column)"
  }

  /// What the lines of a frame say behind their addresses, with and without the distance from the image's start.
  private static func said(_ slot: LogSlot, _ reader: SwiftTextReader) -> [(text: String, words: String)] {
    slot.lines.compactMap { line in
      guard reader.log.lines.indices.contains(line) else { return nil }
      return SwiftTextFrameLine(reader.log.text, reader.contents(of: line)).map {
        (TextScan.text(reader.log.text, $0.tail), TextScan.text(reader.log.text, $0.words))
      }
    }
  }

  // MARK: Columns

  /// What stands before the words of each line, the address and the blank behind it included.
  private static func prefixes(_ slot: LogSlot, _ reader: SwiftTextReader, count: Int) -> [[UInt8]] {
    let log = reader.log
    let heads = slot.lines.compactMap { head($0, reader) }
    let own = heads.map { withColorEnd(log.origin($0), log) + [TextScan.space] }
    // Without the colours, which would hide the mark.
    guard own.count != count, let last = own.last, let plain = heads.last else { return own }
    let inlined = inlinedPrefix(Array(log.text[plain]) + [TextScan.space])
    return Array(repeating: inlined, count: max(count - 1, 0)) + [last]
  }

  /// The bytes of the input in a range, and the escape sequences behind it, which end the colour of the address.
  private static func withColorEnd(_ range: Range<Int>, _ log: LogText) -> [UInt8] {
    var end = range.upperBound
    while end + 1 < log.inputCount, log.text[end] == 0x1b, log.text[end + 1] == UInt8(ascii: "[") {
      guard let letter = log.text[(end + 2)..<log.inputCount].prefix(16).firstIndex(where: { $0 >= 0x40 }) else { break }
      end = letter + 1
    }
    return Array(log.text[range.lowerBound..<end])
  }

  /// The bytes of a line up to the end of the address; nil when it shows none.
  private static func head(_ position: Int, _ reader: SwiftTextReader) -> Range<Int>? {
    guard reader.log.lines.indices.contains(position) else { return nil }
    let content = reader.contents(of: position)
    guard let start = TextScan.find(reader.log.text, content, "0x"),
      let number = TextScan.hexadecimal(reader.log.text, start, content.upperBound)
    else { return nil }
    return reader.log.lines[position].range.lowerBound..<number.end
  }

  /// The same columns with `[inlined]` behind the number, in the blanks before the address where they are wide enough.
  private static func inlinedPrefix(_ bytes: [UInt8]) -> [UInt8] {
    let whole = 0..<bytes.count
    guard let address = TextScan.findLast(bytes, whole, " 0x").map({ $0 + 1 }) else { return bytes }
    var numberEnd = address
    // The number ends where the marks or the blanks before the address begin.
    let marks = TextScan.find(bytes, 0..<address, "[") ?? address
    numberEnd = TextScan.trimmedEnd(bytes, 0, marks)
    let mark = Array(" [inlined] ".utf8)
    let blanks = max(0, address - numberEnd - mark.count)
    return bytes[..<numberEnd] + mark + Array(repeating: TextScan.space, count: blanks) + bytes[address...]
  }
}
