internal import CrashModel
internal import SourceMaps
internal import SymbolModel

/// Names the JavaScript frames of answered reports through source maps. Several threads may use it.
///
/// In: a `SymbolicatedReport` whose frames have positions in bundles (`Frame.script`). Out: the same report with their sources,
/// and the positions of the sources' texts in the maps. The frames of one bundle get one map (`SourceMapSet`), or none: if
/// several fit, or if the map evidently belongs to another file, a diagnostic of the report says so.
///
/// Example: column 2345 of line 1 of `main.jsbundle` becomes `pay` in src/cart.ts:12:4.
struct ScriptNaming: Sendable {
  /// The text of a source, in a map.
  struct Text: Sendable {
    let map: SourceMapFile
    /// Its position in the map.
    let content: SourceMap.Content
  }

  /// A bundle as frames name it.
  private struct Bundle: Hashable {
    let path: String?
    let debugID: String?
  }

  private let maps: SourceMapSet

  /// Uses these maps.
  init(_ maps: SourceMapSet) { self.maps = maps }

  /// Names the frames of a report. Returns the texts of their sources.
  func complete(_ answers: inout SymbolicatedReport) -> [Int: Text] {
    var order: [Bundle] = []
    var frames: [Bundle: [Int]] = [:]
    for position in answers.report.frames.indices {
      guard case .javaScript = answers.report.frames.span[position].kind, let script = answers.report.frames.span[position].script
      else { continue }
      let bundle = Bundle(path: script.bundle, debugID: script.debugID)
      if frames[bundle] == nil { order.append(bundle) }
      frames[bundle, default: []].append(position)
    }
    var texts: [Int: Text] = [:]
    for bundle in order { name(frames[bundle] ?? [], of: bundle, &answers, &texts) }
    return texts
  }

  private func name(_ frames: [Int], of bundle: Bundle, _ answers: inout SymbolicatedReport, _ texts: inout [Int: Text]) {
    switch maps.choice(bundle: bundle.path, debugID: bundle.debugID) {
    // Without any map, the reason says how to name one.
    case .missing where maps.isEmpty: break
    case .missing: give(.unusable, to: frames, &answers)
    case .ambiguous(let paths):
      note(Self.ambiguity(paths, bundle), &answers)
      give(.ambiguous, to: frames, &answers)
    case .otherBuilds(let paths):
      note(Self.otherBuilds(paths, bundle), &answers)
      give(.otherBuild, to: frames, &answers)
    case .found(let file, let byName):
      let queries = frames.map { answers.report.frames[$0].script.flatMap { Self.query($0, file.map) } }
      if isForeign(file.map, queries, frames, answers) {
        let isBytecode = frames.contains { answers.report.frames[$0].script?.isBytecode == true }
        note(Self.foreignness(file.path, bundle, isBytecode: isBytecode), &answers)
        give(.foreign, to: frames, &answers)
        return
      }
      if !byName { note(Self.lonelyMap(file.path, bundle), &answers) }
      name(frames, at: queries, file, &answers, &texts)
    }
  }

  /// Names the frames of one bundle, and says which of them have no source.
  private func name(
    _ frames: [Int], at queries: [SourceMap.Query?], _ file: SourceMapFile, _ answers: inout SymbolicatedReport,
    _ texts: inout [Int: Text]
  ) {
    var unknown: [Int] = []
    for (frame, query) in zip(frames, queries) {
      guard let position = query.flatMap({ file.map.position(of: $0) }), position.source != nil else {
        unknown.append(frame)
        continue
      }
      answers.resolutions[frame] = Self.resolution(position, of: answers.report.frames[frame])
      texts[frame] = position.content.map { Text(map: file, content: $0) }
    }
    // Code that the packager added has no source. A map that knows no frame at all is hardly that of the build.
    guard unknown.count < frames.count else { return give(.empty, to: frames, &answers) }
    for frame in unknown { answers.resolutions[frame].reason = .noScriptSource }
  }

  /// Returns the position to look up. Frames of Hermes' crash traces count from the start of a function.
  private static func query(_ position: ScriptPosition, _ map: SourceMap) -> SourceMap.Query? {
    if let function = position.function {
      return map.query(segment: position.segment, function: function, offset: position.column)
    }
    return SourceMap.Query(
      line: position.line, column: position.column, segment: position.segment, module: position.module)
  }

  /// Returns whether a map ends before all frames of a bundle. One frame in source code is no proof.
  private func isForeign(
    _ map: SourceMap, _ queries: [SourceMap.Query?], _ frames: [Int], _ answers: SymbolicatedReport
  ) -> Bool {
    let known = Set(queries.compactMap { $0 })
    let isBytecode = frames.contains { answers.report.frames[$0].script?.isBytecode == true }
    return known.count > (isBytecode ? 0 : 1) && known.allSatisfy(map.isBeyond)
  }

  /// The function map knows functions best. The reporter's own name is that of the function as well; a name of the mappings may
  /// be that of anything at the position.
  private static func resolution(_ position: SourceMap.Position, of frame: Frame) -> FrameResolution {
    let reported = frame.reported?.symbol.flatMap { ScriptNames.isKnown($0) ? $0 : nil }
    let function = position.function ?? reported ?? position.name ?? ScriptNames.anonymous
    let source = SourceFrame(
      function: function, file: position.source, line: position.line, column: position.column &+ 1)
    var resolution = FrameResolution(basis: .line, symbol: function, sources: [source])
    resolution.scriptSource = position.isVendored ? .package : .app
    return resolution
  }

  private func give(_ gap: SourceMapGap, to frames: [Int], _ answers: inout SymbolicatedReport) {
    for frame in frames { answers.resolutions[frame].reason = .sourceMap(gap) }
  }

  // MARK: Messages

  private func note(_ message: String, _ answers: inout SymbolicatedReport) {
    answers.report.diagnostics.append(ReportDiagnostic(.warning, message))
  }

  /// The name of a bundle without the query of a development server.
  private static func shown(_ bundle: String) -> String { PathText.lastComponent(of: String(bundle.prefix { $0 != "?" })) }

  private static func lonelyMap(_ path: String, _ bundle: Bundle) -> String {
    guard let name = bundle.path else {
      return "the JavaScript frames name no bundle; \(path) is used because it is the only source map"
    }
    return "\(path) does not name \(Self.shown(name)); it is used because it is the only source map"
  }

  private static func ambiguity(_ paths: [String], _ bundle: Bundle) -> String {
    let list = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", ..." : "")
    let what = bundle.path.map(shown) ?? "the JavaScript frames, which name no bundle"
    return "\(paths.count) source maps fit \(what): \(list); none is used, give only one with --source-map"
  }

  private static func otherBuilds(_ paths: [String], _ bundle: Bundle) -> String {
    let list = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", ..." : "")
    let verb = paths.count == 1 ? "has another debug ID than" : "have other debug IDs than"
    return "\(list) \(verb) \(bundle.path.map(shown) ?? "the bundle") and \(paths.count == 1 ? "is" : "are") not used"
  }

  private static func foreignness(_ path: String, _ bundle: Bundle, isBytecode: Bool) -> String {
    let what = "\(path) ends before all positions of \(bundle.path.map(shown) ?? "the JavaScript frames")"
    guard isBytecode else { return "\(what); it is the map of another bundle or build and is not used" }
    return "\(what) and is not used: it is the packager's map, and bytecode of Hermes needs the one that is composed with the "
      + "compiler's (compose-source-maps.js of React Native)"
  }
}
