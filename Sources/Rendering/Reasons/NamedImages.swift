import CrashModel

/// The images of the system for which nothing is missing, because the report itself names all their frames.
struct NamedImages {
  private var isNamed: [Bool]

  /// Looks at the frames of a report.
  init(_ answers: SymbolicatedReport) {
    let report = answers.report
    isNamed = report.images.map { !$0.inApp }
    var hasFrames = Array(repeating: false, count: isNamed.count)
    for position in 0..<min(report.callFrameCount, report.frames.count) {
      guard let image = report.frames.span[position].image, isNamed.indices.contains(image) else { continue }
      hasFrames[image] = true
      if report.frames.span[position].reported?.isMeaningful != true { isNamed[image] = false }
    }
    for image in isNamed.indices where !hasFrames[image] { isNamed[image] = false }
    for (image, status) in answers.imageStatuses.enumerated() where isNamed.indices.contains(image) {
      if status.status != .missing { isNamed[image] = false }
    }
  }

  /// Whether an image is one of them.
  func contains(_ image: Int) -> Bool { isNamed.indices.contains(image) && isNamed[image] }

  /// The words for them.
  static let clause = "already named in the report"
}
