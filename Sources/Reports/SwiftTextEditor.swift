import CrashModel
import SymbolModel

/// Writes names into Swift backtraces as text, in the runtime's own words: `name + offset in image at path:line:column`.
enum SwiftTextEditor {
  /// Plans the replacements for all frames that a debug file named. Inlined functions have the number of their caller; where the
  /// runtime had found as many, their lines keep theirs.
  static func fill(_ reader: SwiftTextReader, _ answers: SymbolicatedReport, _ edits: inout ByteEdits) {
    for (position, slot) in reader.slots.enumerated() where answers.resolutions.indices.contains(position) {
      let resolution = answers.resolutions[position]
      guard resolution.basis == .line || resolution.basis == .symbol, answers.report.frames.indices.contains(position) else {
        continue
      }
      let frame = answers.report.frames[position]
      let all = words(frame, resolution, image: imageName(frame, answers.report))
      let texts = slot.lines.count == 1 && !frame.reportedInlines.isEmpty ? all.suffix(1) : all
      // The runtime may have said it all, in colours.
      guard texts != said(slot, reader) else { continue }
      LogEditor.replace(slot, of: reader.log, with: texts, prefixes: prefixes(slot, reader, count: texts.count), &edits)
    }
  }

  private static func imageName(_ frame: Frame, _ report: CrashReport) -> String? {
    frame.image.flatMap { report.images.indices.contains($0) ? report.images[$0].name : nil } ?? frame.imageName
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

  /// What the lines of a frame say behind their addresses.
  private static func said(_ slot: LogSlot, _ reader: SwiftTextReader) -> [String] {
    slot.lines.compactMap { line in
      guard reader.log.lines.indices.contains(line) else { return nil }
      return SwiftTextFrameLine(reader.log.text, reader.contents(of: line)).map {
        String(decoding: reader.log.text[$0.tail], as: UTF8.self)
      }
    }
  }

  // MARK: Columns

  /// What stands before the words of each line, the address and the blank behind it included.
  private static func prefixes(_ slot: LogSlot, _ reader: SwiftTextReader, count: Int) -> [[UInt8]] {
    let log = reader.log
    let lines = slot.lines.filter { log.lines.indices.contains($0) }.map { log.lines[$0] }
    let own = lines.compactMap { head($0, log).map { withColorEnd(log.origin($0), log) + [TextScan.space] } }
    // Without the colours, which would hide the mark.
    guard own.count != count, let last = own.last, let plain = lines.last.flatMap({ head($0, log) }) else { return own }
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

  /// The bytes of a line up to the end of the address.
  private static func head(_ line: LogLine, _ log: LogText) -> Range<Int>? {
    guard let start = TextScan.findLast(log.text, line.range, " 0x").map({ $0 + 1 }) ?? first(line, log),
      let number = TextScan.hexadecimal(log.text, start, line.range.upperBound)
    else { return nil }
    return line.range.lowerBound..<number.end
  }

  private static func first(_ line: LogLine, _ log: LogText) -> Int? { TextScan.find(log.text, line.range, "0x") }

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
