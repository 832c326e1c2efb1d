import AppleLayout
import CrashModel

@testable import Reports

/// Words for the frames of one part that a test gives.
struct GivenWording: FrameWording {
  /// The lines of a frame, innermost first; nil keeps it as it is.
  var texts: (_ frame: Int) -> [String]?
  /// What stands before the reporter's own words.
  var distance: String?
  var note: FrameNote?

  func write(_ frame: Int, to writer: inout LineWriter) -> Bool {
    guard let texts = texts(frame) else { return false }
    writer.write(texts)
    return true
  }

  /// The parts of the given texts, which are `name + 12 (file.c:3)` or `name [inlined] (file.c:3)`.
  func words(of frame: Int) -> [FrameWords]? {
    texts(frame)?.map { text in
      let bytes = Array(text.utf8)
      let tail = AppleTextFrameTail(bytes, 0..<bytes.count, image: 0..<0)
      let file = tail.file.map { TextScan.text(bytes, $0) }
      return FrameWords(
        function: TextScan.text(bytes, tail.name), offset: tail.offset, isInlined: tail.inlined,
        source: PlaceWords(file: file, line: tail.line, FrameStyle()), isMismatch: text.hasSuffix("[mismatch]"))
    }
  }

  func distance(of frame: Int) -> String? { distance }

  func isInApp(_ frame: Int) -> Bool { false }
}

extension AppleTextEditor {
  /// Fills with texts, innermost first; nil keeps a frame as it is.
  static func fill(
    _ bytes: [UInt8], reports: [CrashReport], onlyCrashed: Bool = false, notes: [Int: FrameNote] = [:],
    texts: @escaping (_ part: Int, _ frame: Int) -> [String]?
  ) -> [UInt8] {
    var edits = ByteEdits()
    for (part, report) in reports.enumerated() {
      let wording = GivenWording(texts: { texts(part, $0) }, note: notes[part])
      fill(report, in: bytes, wording, onlyCrashed: onlyCrashed, &edits)
    }
    return edits.applied(to: bytes)
  }
}

extension ReportDocument {
  /// Fills with texts, innermost first; nil keeps a frame as it is.
  func filled(
    with reports: [SymbolicatedReport], distance: String? = nil, notes: [Int: FrameNote] = [:],
    texts: @escaping (_ part: Int, _ frame: Int) -> [String]?
  ) -> [UInt8] {
    filled(with: reports) { answers in
      let part = answers.report.part
      return GivenWording(texts: { texts(part, $0) }, distance: distance, note: notes[part])
    }.bytes
  }

  /// Fills the reports themselves, of which nothing is answered.
  func filled(notes: [Int: FrameNote] = [:], texts: @escaping (_ part: Int, _ frame: Int) -> [String]?) -> [UInt8] {
    let answers = reports.map { SymbolicatedReport(report: $0, resolutions: [], imageStatuses: [], path: "") }
    return filled(with: answers, notes: notes, texts: texts)
  }
}

extension ReportDocument {
  /// The layout of the first report, of which nothing is answered.
  var layoutAsRead: TranslatedText? { layout(of: reports[0]) }
}
