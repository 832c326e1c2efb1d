package import CrashModel

/// A source map that the JavaScript frames of a report lack.
package struct MissingSourceMap: Sendable {
  /// The bundle's file name, or `JavaScript` if the frames name none.
  package let bundle: String
  /// The usual name of the map, or what it is if the frames name no bundle.
  package let name: String
  /// The bundle's debug ID in upper case, as the store prints it; nil if the report does not give it.
  package let debugID: String?
  /// The number of frames in the bundle without a source, at least 1.
  package private(set) var frames: Int
  /// Why no map answers.
  package let gap: SourceMapGap

  /// What to do, or why the given maps are not used; messages of the report have the paths.
  package var advice: String {
    switch gap {
    case .absent where debugID != nil: "name it with --source-map, or add it with `symbolicate store add`"
    case .absent: "name it, or a directory with it, with --source-map"
    case .unusable, .ambiguous, .otherBuild, .foreign, .empty: FrameReasonWords.of(gap)
    }
  }

  /// Returns what the frames of an answered report lack, in the order of the frames.
  package static func list(_ answers: SymbolicatedReport) -> [MissingSourceMap] {
    var maps: [MissingSourceMap] = []
    var positions: [[String?]: Int] = [:]
    for position in answers.report.frames.indices where answers.lacksSourceMap(position) {
      guard let script = answers.report.frames.span[position].script, let gap = answers.resolutions[position].sourceMapGap
      else { continue }
      let map = MissingSourceMap(script, gap)
      if let known = positions[[map.name, map.debugID]] {
        maps[known].frames += 1
      } else {
        positions[[map.name, map.debugID]] = maps.count
        maps.append(map)
      }
    }
    return maps
  }

  private init(_ script: ScriptPosition, _ gap: SourceMapGap) {
    // A part of a bundle has no map of its own.
    let isWhole = script.segment == 0 && script.module == nil
    let file = script.bundle.map { PathText.lastComponent(of: String($0.prefix { $0 != "?" && $0 != "#" })) }
    let known = file.flatMap { isWhole && !$0.isEmpty ? $0 : nil }
    bundle = known ?? "JavaScript"
    name = known.map { $0 + ".map" } ?? "source map of the JavaScript bundle"
    debugID = script.debugID?.uppercased()
    frames = 1
    self.gap = gap
  }
}
