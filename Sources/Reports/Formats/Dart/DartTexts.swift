import Bytes
import CrashModel
import SymbolModel

/// Finds the Dart traces in the texts of a report of another format: in the reason of its exception, and in values that have no place of
/// their own. Services put them there.
enum DartTexts {
  /// The maximum number of traces that are added to one report.
  private static let maxTraces = 64
  /// The maximum number of texts that are searched.
  private static let maxTexts = 256

  /// Adds the traces as backtraces, with their images.
  static func add(to report: inout CrashReport) {
    guard report.format != .dart else { return }
    var found: [CrashReport] = []
    for text in texts(of: report) where found.count < maxTraces {
      found += DartReader.readAll(LogText(Array(text.utf8))).map(\.report)
    }
    // The information that a system logs repeats the reason.
    var seen: Set<[Place]> = []
    let distinct = found.filter { trace in seen.insert(trace.frames.map { Place(frame: $0, in: trace) }).inserted }
    for (index, trace) in distinct.prefix(maxTraces).enumerated() { add(trace, index: index, to: &report) }
  }

  private struct Place: Hashable {
    let id: ImageID?
    let address: UInt64?
    let offset: UInt64?
    let reported: ReportedSymbol?

    init(frame: Frame, in report: CrashReport) {
      id = report.image(of: frame)?.id
      (address, offset, reported) = (frame.address?.value, frame.imageOffset?.value, frame.reported)
    }
  }

  private static func add(_ trace: CrashReport, index: Int, to report: inout CrashReport) {
    // Traces of one process share their images.
    let positions = trace.images.map { image in
      if let known = report.images.firstIndex(where: { $0.id == image.id && $0.loadAddress == image.loadAddress && $0.id != nil })
      {
        report.images[known].inApp = true
        return known
      }
      report.images.append(image)
      return report.images.count - 1
    }
    let frames = trace.frames.map { frame in
      var frame = frame
      (frame.sourceRange, frame.replaceableRange) = (0..<0, 0..<0)
      frame.image = frame.image.map { positions[$0] }
      return frame
    }
    report.add(frames, as: .dart, index: index)
    report.diagnostics += trace.diagnostics
  }

  /// Returns the texts that have a frame, each once.
  private static func texts(of report: CrashReport) -> [String] {
    var texts: [String] = []
    func add(_ text: String) {
      guard texts.count < maxTexts, text.containsBytes(of: DartFrameLine.mark), !texts.contains(text) else { return }
      texts.append(text)
    }
    func add(_ value: ReportValue, depth: Int) {
      switch value {
      case .text(let text): add(text)
      case .array(let elements) where depth < 64: for element in elements { add(element, depth: depth + 1) }
      case .object(let members) where depth < 64: for member in members { add(member.value, depth: depth + 1) }
      default: break
      }
    }
    if let reason = report.exception?.reason { add(reason) }
    // Of a text, every line is an element.
    add(report.applicationSpecificInformation.joined(separator: "\n"))
    for detail in report.details { add(detail.value, depth: 0) }
    for value in report.other { add(value.value, depth: 0) }
    return texts
  }
}
