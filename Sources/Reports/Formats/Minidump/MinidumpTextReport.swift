import AppleLayout
import Bytes
package import CrashModel
import SymbolModel

/// The text that minidump-stackwalk prints for people, of rust-minidump and of Breakpad.
///
/// In: a text with the line `Crash reason:` or `Operating system:`, and sections of threads. Out: a report; `edit` replaces what stands
/// after a frame's number in the tool's own format. `MinidumpTextReader` reads the lines, `MinidumpTextFrame` one frame.
///
/// Example: ` 4  crash + 0x1ebf` becomes ` 4  crash!main [crash.c : 12 + 0x1f]`.
struct MinidumpTextReport: FormatReader {
  /// The text.
  let bytes: [UInt8]
  /// What was read.
  let report: CrashReport

  static let formats: [ReportFormat] = [.minidumpText]

  static let titles = ["Operating system: ", "Crash reason: "]

  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    MinidumpTextReader.read(candidate.bytes).map {
      RecognizedInput(readers: [MinidumpTextReport(bytes: candidate.bytes, report: $0)])
    }
  }

  func read(_ known: KnownImages?) -> CrashReport { report }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    let threads = answers.report.threads
    if onlyCrashed, threads.contains(where: \.crashed) {
      for thread in threads where !thread.crashed { edits.replace(thread.sourceRange, with: []) }
    }
    for (position, (frame, resolution)) in zip(answers.report.frames, answers.resolutions).enumerated() {
      guard resolution.basis == .line || resolution.basis == .symbol, wording.lines(of: position) != nil,
        !frame.replaceableRange.isEmpty
      else { continue }
      let image = frame.image.flatMap { answers.report.images[$0].name } ?? frame.imageName ?? "???"
      let start = ByteSearch.lineStart(in: bytes.span, before: frame.replaceableRange.lowerBound, from: 0)
      edits.replace(frame.sourceRange, end: TextLines.ending(at: frame.sourceRange.upperBound, of: bytes)) { writer in
        if writer.isStyled { writer.isInApp = wording.isInApp(position) }
        writer.head.removeAll()
        writer.head.append(copying: bytes.span.extracting(start..<frame.replaceableRange.lowerBound))
        writer.write(Self.words(resolution, image))
        return true
      }
    }
  }

  /// Returns `image!function [file : line]` for inlined functions, innermost first, then that of the function itself.
  private static func words(_ resolution: FrameResolution, _ image: String) -> [StyledText] {
    guard !resolution.sources.isEmpty else {
      return [StyledText(Array("\(image)!\(resolution.symbol ?? "???")\(offset(resolution))".utf8))]
    }
    return resolution.sources.map { source in
      var text = StyledText(Array("\(image)!\(source.function)".utf8))
      guard let file = source.file, let line = source.line, line > 0 else {
        text.append(offset(resolution).utf8)
        return text
      }
      text.append(" [".utf8)
      text.append("\(PathText.lastComponent(of: file)) : \(line)".utf8, .place, link: source.url)
      text.append("]".utf8)
      return text
    }
  }

  private static func offset(_ resolution: FrameResolution) -> String {
    resolution.symbolOffset.map { " + 0x" + String($0, radix: 16) } ?? ""
  }
}

extension ReportFormat {
  /// The text that minidump-stackwalk prints for people: modules have no IDs there.
  package static let minidumpText = ReportFormat(
    "minidump-text", title: "minidump-stackwalk text", traits: [.guessesAppImages, .hasUnorderedRegisters])
}
