import AppleLayout
import Bytes
import CrashModel
import JSONText
import SymbolModel

/// Exceptions as Chime's Meter logs them (`exception.log`).
///
/// In: lines of a digit and a JSON object. `1` begins an exception and has its name and reason in Base64, `2` has an address of
/// its stack, `3` an image. Out: one report with a backtrace per exception and the images; `edit` adds `symbolication` to the
/// objects of frames. This file is the whole format.
struct MeterReport: FormatReader {
  private let lines: [(kind: UInt8, value: JSONValue)]

  /// Reads a log. Returns nil if a line has another form or nothing begins an exception.
  init?(_ bytes: [UInt8], from start: Int) {
    var lines: [(UInt8, JSONValue)] = []
    var position = start
    while position < bytes.count {
      let end = ByteSearch.first(TextScan.newline, in: bytes.span, from: position, to: bytes.count)
      let content = TextScan.withoutBlankLines(bytes, position..<end)
      if !content.isEmpty {
        guard let line = Self.line(bytes, content), !lines.isEmpty || line.0 == UInt8(ascii: "1") else { return nil }
        lines.append(line)
      }
      position = end + 1
    }
    if lines.isEmpty { return nil }
    self.lines = lines
  }

  private static func line(_ bytes: [UInt8], _ content: Range<Int>) -> (UInt8, JSONValue)? {
    guard content.count > 3, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(bytes[content.lowerBound]),
      bytes[content.lowerBound + 1] == TextScan.space, bytes[content.lowerBound + 2] == UInt8(ascii: "{"),
      let value = JSONDocument(bytes, in: content.lowerBound + 2..<content.upperBound).root
    else { return nil }
    return (bytes[content.lowerBound], value)
  }

  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    MeterReport(candidate.bytes, from: candidate.start).map { RecognizedInput(readers: [$0]) }
  }

  /// Returns the report: a backtrace for each exception.
  func read(_ known: KnownImages?) -> CrashReport {
    var report = CrashReport(format: .json)
    report.images = values("3").compactMap { Self.image($0) }
    let table = ImageTable(report.images)
    for (kind, value) in lines {
      if kind == UInt8(ascii: "1") {
        report.exception = Self.exception(value)
        let end = report.frames.count
        report.backtraces.append(Backtrace(kind: .lastException, index: report.backtraces.count, frames: end..<end))
      } else if kind == UInt8(ascii: "2"), let last = report.backtraces.indices.last, let pc = value["pc"]?.address {
        let first = report.backtraces[last].frames.lowerBound
        var frame = Frame(
          index: report.frames.count - first, kind: .returnAddress, address: RuntimeAddress(pc), sourceRange: value.range)
        frame.image = table.position(of: RuntimeAddress(pc), on: report.images.lazy.compactMap(\.architecture).first)
        report.frames.append(frame)
        report.backtraces[last].frames = first..<report.frames.count
      }
    }
    report.time = values("1").last?["time_ms"]?.int64.map { CivilTime(secondsSince1970: $0 / 1_000).text }
    report.applicationSpecificInformation = values("1").compactMap { value in
      let exception = Self.exception(value)
      return exception.name.map { $0 + (exception.reason.map { ": " + $0 } ?? "") }
    }
    if let damage { report.diagnostics.append(damage) }
    return report
  }

  /// Plans to write the answers. The frames' objects are separate documents, one per line.
  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    let documents = Dictionary(
      lines.map { ($0.value.range.lowerBound, $0.value.document) }, uniquingKeysWith: { first, _ in first })
    for position in answers.report.frames.indices where answers.resolutions.indices.contains(position) {
      guard let document = documents[answers.report.frames[position].sourceRange.lowerBound] else { continue }
      var line = answers
      line.report.frames = [answers.report.frames[position]]
      line.resolutions = [answers.resolutions[position]]
      JSONAnswerEditor.fill(line, in: document, &edits)
    }
  }

  /// Reports the number of damaged lines, and of lines with an unreadable address or image.
  private var damage: ReportDiagnostic? {
    let damaged = lines.filter { line in
      if line.value.document.firstError != nil { return true }
      if line.kind == UInt8(ascii: "2") { return line.value["pc"]?.address == nil }
      return line.kind == UInt8(ascii: "3") && line.value["address"]?.address == nil
    }
    guard let first = damaged.first else { return nil }
    let what = damaged.count == 1 ? "a line is damaged" : "\(damaged.count) lines are damaged"
    return ReportDiagnostic(.warning, what, byte: first.value.range.lowerBound)
  }

  private func values(_ kind: Unicode.Scalar) -> [JSONValue] { lines.filter { $0.kind == UInt8(ascii: kind) }.map(\.value) }

  private static func exception(_ value: JSONValue) -> CrashException {
    var exception = CrashException()
    exception.type = value["type"]?.string
    exception.name = value["name"]?.string.flatMap { EncodedBytes.base64($0).map { String(decoding: $0, as: UTF8.self) } }
    exception.reason = value["reason"]?.string.flatMap { EncodedBytes.base64($0).map { String(decoding: $0, as: UTF8.self) } }
    return exception
  }

  private static func image(_ value: JSONValue) -> BinaryImage? {
    guard let load = value["address"]?.address else { return nil }
    var image = BinaryImage(path: value["path"]?.string, sourceRange: value.range)
    image.name = image.path.map { PathText.lastComponent(of: $0) }
    image.loadAddress = RuntimeAddress(load)
    image.idText = value["uuid"]?.string
    image.id = image.idText.flatMap { ImageID(parsing: $0) }
    image.inApp = ImageOwnership.isInApp(path: image.path)
    return image
  }
}
