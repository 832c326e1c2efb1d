internal import Bytes
import CrashModel
import SymbolModel

/// The lines of an answer as text, made once and then copied for every frame that shares the answer: a batch of reports of one app names
/// the same addresses again and again.
enum AnswerLines {
  /// Returns the texts of an answer that was written several times, or nil if it was not, or has texts of another form.
  static func texts(of answer: ResolvedAddress, _ style: FrameStyle) -> PackedTexts? {
    let form = style.fullPaths ? 1 : 0
    if let known = answer.texts { return known.form == form ? known : nil }
    guard answer.isWrittenAgain() else { return nil }
    let texts = texts(of: answer.sources, style, form: form)
    answer.keep(texts)
    return texts
  }

  /// Returns two texts for each source frame: what precedes the distance from the function's start, and what follows it. Only the last
  /// frame, the real function, has such a distance; the text of an inlined one is whole, and nothing follows.
  private static func texts(of sources: [SourceFrame], _ style: FrameStyle, form: Int) -> PackedTexts {
    var bytes = GrowingBytes()
    var ends: [Int] = []
    for (index, source) in sources.enumerated() {
      let isReal = index == sources.count - 1
      let place = PlaceWords(file: source.file, line: source.line, isApproximate: source.approximate, style)
      if isReal {
        bytes.append(line: TerminalText.visible(source.function).utf8.span)
        ends.append(bytes.count)
        if let place {
          bytes.append(literal: " (")
          place.write(to: &bytes)
          bytes.append(UInt8(ascii: ")"))
        }
      } else {
        var writer = LineWriter()
        writer.end = []
        FrameWords(function: source.function, isInlined: true, source: place).write(beside: "", to: &writer)
        bytes.append(0..<writer.bytes.count, of: writer.bytes)
        ends.append(bytes.count)
      }
      ends.append(bytes.count)
    }
    return .pack(form: form, bytes.array, ends: ends)
  }

  /// Writes the lines, the last one with the distance of the address from the function's start.
  static func write(_ texts: PackedTexts, offset: UInt64?, to writer: inout LineWriter) {
    let count = texts.texts / 2
    for index in 0..<count {
      writer.writeLine(texts.range(2 * index), index == count - 1 ? offset : nil, texts.range(2 * index + 1), of: texts)
    }
  }
}
