public import CrashModel

/// The call stack of one report that stands for its group. A summary keeps one per group, that of the newest report.
public struct GroupStack: Hashable, Sendable {
  /// One function of the stack: a frame, or a function that was inlined into the next one.
  public struct Line: Hashable, Sendable {
    /// The name for display, or nil if there is none.
    public var function: String?
    /// The image's name, or nil if unknown.
    public var image: String?
    /// The path of the source file, or nil if unknown.
    public var file: String?
    /// The line, counted from 1, or nil if unknown.
    public var line: UInt32?
    /// Whether it is code of the app.
    public var inApp: Bool
    /// Whether it was inlined into the next line.
    public var isInlined: Bool
  }

  /// The most lines that are kept.
  public static let limit = 64

  /// The group.
  public var group: String
  /// When it happened, in milliseconds since 1970, or nil if unknown.
  public var time: Int?
  /// The path of the report.
  public var path: String
  /// The functions, innermost first.
  public var lines: [Line]

  /// Takes the stack that speaks for a report, or returns nil if there is none.
  public init?(_ answers: SymbolicatedReport) {
    guard let triage = answers.triage, !triage.speaker.frames.isEmpty, let incident = Incident(answers) else { return nil }
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
