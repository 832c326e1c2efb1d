package import CrashModel

extension SymbolicatedReport {
  /// Returns why a frame has no better answer, or nil if nothing better is missed.
  package func reason(ofFrame position: Int) -> String? {
    resolutions[position].reason.flatMap { FrameReasonWords.of($0, frame: position, self) }
  }
}

/// Why a frame has no better answer, for people.
enum FrameReasonWords {
  static func of(_ reason: UnresolvedReason, frame: Int, _ answers: SymbolicatedReport) -> String? {
    func name(_ image: Int) -> String {
      let image = answers.report.images[image]
      return image.name ?? image.path ?? image.identifier ?? "the image"
    }
    func nameAndID(_ image: Int) -> String {
      let name = name(image)
      guard let id = answers.report.images[image].id else { return name }
      return name + " " + id.description
    }
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
    case .noDebugFile(let image): return "no debug file for " + nameAndID(image)
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
