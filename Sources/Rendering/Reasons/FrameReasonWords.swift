package import CrashModel

extension SymbolicatedReport {
  /// Returns why a frame has no better answer, or nil if nothing better is missed.
  package func reason(ofFrame position: Int) -> String? {
    resolutions[position].reason.flatMap { FrameReasonWords.of($0, frame: position, self) }
  }
}

/// Words the reasons of the frames of one report. Frames of one image mostly share one, which is worded once.
final class FrameReasonWords {
  private let answers: SymbolicatedReport
  /// The last reason of each image and its words; the last element is for frames without an image.
  private var known: [(reason: UnresolvedReason, text: String?)?]

  init(_ answers: SymbolicatedReport) {
    self.answers = answers
    known = Array(repeating: nil, count: answers.report.images.count + 1)
  }

  /// Does what `reason(ofFrame:)` does.
  func text(ofFrame position: Int) -> String? {
    guard let reason = answers.resolutions[position].reason else { return nil }
    // The name in it is the frame's.
    if reason == .unlistedImage { return Self.of(reason, frame: position, answers) }
    let image = answers.report.frames[position].image ?? -1
    let place = answers.report.images.indices.contains(image) ? image : known.count - 1
    if let last = known[place], last.reason == reason { return last.text }
    let text = Self.of(reason, frame: position, answers)
    known[place] = (reason, text)
    return text
  }

  static func of(_ reason: UnresolvedReason, frame: Int, _ answers: SymbolicatedReport) -> String? {
    func name(_ image: Int) -> String {
      let image = answers.report.images[image]
      return image.name ?? image.path ?? image.identifier ?? "the image"
    }
    func nameAndID(_ image: Int) -> String { name(image) + (answers.report.images[image].id.map { " \($0)" } ?? "") }
    switch reason {
    case .noAddress: return "the frame has no address"
    case .truncated: return "the reporter truncated the backtrace here"
    case .omitted: return "the reporter omitted frames here"
    case .notLookedUp: return "the frame was not looked up"
    case .noImages: return "the report lists no images"
    case .unlistedImage:
      return "the report lists no image \(answers.report.frames[frame].imageName ?? "???") that contains the address"
    case .outsideImages: return "no image contains the address"
    case .outsideImage(let image): return "the address is outside \(name(image))"
    case .beforeImage(let image): return "the call is before the start of \(name(image))"
    case .noLoadAddress(let image): return "the report has no load address for \(name(image))"
    case .noID(let image): return "the report has no ID for \(name(image))"
    case .noDebugFile(let image): return "no debug file for \(nameAndID(image))"
    case .nearMiss(let image):
      return "no debug file for \(nameAndID(image)); \(answers.reason(ofImage: image) ?? "")"
    case .damaged(let image):
      return "the debug file of \(name(image)) is damaged: \(answers.reason(ofImage: image) ?? "unreadable")"
    case .noFunction(let image): return "the debug file of \(name(image)) has no function at this address"
    case .noSymbol(let image): return "\(name(image)) has no symbol at this address, and its debug file is missing"
    case .otherBuild(let image): return answers.reason(ofImage: image).map { "debug file of another build: \($0)" }
    case .noFunctionInOtherBuild(let image):
      return "the debug file of \(name(image)) is from another build and has no function at this address"
    case .noScriptPosition: return "a JavaScript frame has no address"
    case .sourceMap(let gap): return of(gap)
    case .noScriptSource: return "the source map has nothing at this position"
    }
  }

  static func of(_ gap: SourceMapGap) -> String {
    switch gap {
    case .absent: "a JavaScript frame needs a source map (--source-map)"
    case .unusable: "no source map can be used"
    case .ambiguous: "several source maps fit the bundle"
    case .otherBuild: "the source map is that of another build"
    case .foreign: "the source map ends before the position"
    case .empty: "the source map has nothing at any position of the bundle"
    }
  }
}
