import AppleLayout
import CrashModel
import SymbolModel

/// What Breakpad's `minidump_stackwalk -m` prints: fields between `|`.
///
/// In: lines `OS|`, `CPU|`, `Crash|`, `Module|`, an empty line, then `thread|frame|module|function|file|line|offset`. Out: a report; `edit`
/// fills function, file and line of frames. `MinidumpTableReader` reads the lines.
struct MinidumpTableReport: FormatReader {
  private let bytes: [UInt8]
  private let report: CrashReport

  static let titles = ["OS|"]

  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    guard let report = MinidumpTableReader.read(candidate.bytes) else { return nil }
    return report.frames.isEmpty ? nil : RecognizedInput(readers: [MinidumpTableReport(bytes: candidate.bytes, report: report)])
  }

  func read(_ known: KnownImages?) -> CrashReport { report }

  func layout(of report: CrashReport) -> TranslatedText? { nil }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    let threads = answers.report.threads
    if onlyCrashed, threads.contains(where: \.crashed) {
      for frame in threads.filter({ !$0.crashed }).flatMap({ answers.report.frames[$0.frames] }) {
        edits.replace(frame.sourceRange.lowerBound..<min(frame.sourceRange.upperBound + 1, bytes.count), with: [])
      }
    }
    for (position, (frame, resolution)) in zip(answers.report.frames, answers.resolutions).enumerated() {
      guard resolution.basis == .line || resolution.basis == .symbol, wording.lines(of: position) != nil else { continue }
      var fields = Self.fields(bytes, frame.replaceableRange).map { TextScan.text(bytes, $0) }
      guard fields.count >= 4 else { continue }
      let source = resolution.sources.last
      fields[0] = Self.plain(resolution.symbol ?? source?.function ?? fields[0])
      if let file = source?.file, let line = source?.line, line > 0 {
        // The offset would count from the start of the line, which nothing tells.
        (fields[1], fields[2], fields[3]) = (Self.plain(file), String(line), "")
      } else if let offset = resolution.symbolOffset {
        fields[3] = "0x" + String(offset, radix: 16)
      }
      edits.replace(frame.replaceableRange, with: Array(fields.joined(separator: "|").utf8))
    }
  }

  /// Values have neither the separator nor line ends.
  private static func plain(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 == UInt8(ascii: "|") || $0 < 0x20 ? TextScan.space : $0 }, as: UTF8.self)
  }

  /// Returns what stands between the bars of a line.
  static func fields(_ bytes: [UInt8], _ line: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = line.lowerBound
    while let bar = TextScan.find(bytes, start..<line.upperBound, "|") {
      found.append(start..<bar)
      start = bar + 1
    }
    return found + [start..<line.upperBound]
  }
}
