package import CrashModel

/// The call stack of one report that stands for its group. A summary keeps one per group, that of the newest report.
package struct GroupStack: Hashable, Sendable {
  /// One function of the stack: a frame, or a function that was inlined into the next one.
  package struct Line: Hashable, Sendable {
    /// The name for display, or nil if there is none.
    package var function: String?
    /// The image's name, or nil if unknown.
    package var image: String?
    /// The path of the source file, or nil if unknown.
    package var file: String?
    /// The line, counted from 1, or nil if unknown.
    package var line: UInt32?
    /// Whether it is code of the app.
    package var inApp: Bool
    /// Whether it was inlined into the next line.
    package var isInlined: Bool
  }

  /// The most lines that are kept.
  package static let limit = 64

  package var group: String
  /// When it happened, in milliseconds since 1970, or nil if unknown.
  package var time: Int?
  /// The path of the report.
  package var path: String
  /// The functions, innermost first.
  package var lines: [Line]

  /// Takes the stack that speaks for a report, or returns nil if there is none.
  package init?(_ answers: SymbolicatedReport) {
    guard let triage = answers.triage, !triage.speaker.frames.isEmpty, let incident = CrashEvent(answers) else { return nil }
    (group, time, path) = (incident.group, incident.time, incident.path)
    lines = []
    for frame in triage.speaker.frames where answers.report.frames.indices.contains(frame) && lines.count < Self.limit {
      lines += Self.lines(of: frame, answers)
    }
    lines.removeLast(max(0, lines.count - Self.limit))
  }

  private static func lines(of position: Int, _ answers: SymbolicatedReport) -> [Line] {
    let frame = answers.report.frames[position]
    let resolution = answers.resolutions[position]
    let image = frame.image.flatMap { answers.report.images.indices.contains($0) ? answers.report.images[$0] : nil }
    let name = image?.name ?? frame.imageName
    let inApp = image?.inApp ?? false
    guard resolution.sources.isEmpty else {
      return resolution.sources.map {
        Line(function: $0.function, image: name, file: $0.file, line: $0.line, inApp: inApp, isInlined: $0.inlined)
      }
    }
    return [Line(function: resolution.symbol, image: name, file: nil, line: nil, inApp: inApp, isInlined: false)]
  }

  /// Whether this stack stands for the group rather than another one: that of the newer report, then of the first path.
  func isBetter(than other: GroupStack) -> Bool { (other.time ?? .min, path) < (time ?? .min, other.path) }
}
