/// Why no source map answers a JavaScript frame that is in a bundle.
@usableFromInline
package enum SourceMapGap: Hashable, Sendable, CaseIterable {
  /// No source map was given, or the store has none with the bundle's debug ID.
  case absent
  /// None of the source maps can be read.
  case unusable
  /// Several fit, and a wrong one gives wrong names.
  case ambiguous
  /// The source maps have other debug IDs than the bundle.
  case otherBuild
  /// The source map ends before all frames of the bundle.
  case foreign
  /// The source map has a source for no frame of the bundle.
  case empty

  /// The name in JSON output.
  var code: ReasonCode {
    switch self {
    case .absent: .noSourceMap
    case .unusable: .unusableSourceMap
    case .ambiguous: .ambiguousSourceMap
    case .otherBuild: .otherSourceMap
    case .foreign: .foreignSourceMap
    case .empty: .emptySourceMap
    }
  }
}

extension FrameResolution {
  /// What is missing for a JavaScript frame, or nil if a source map answers it or nothing of it is in a bundle.
  package var sourceMapGap: SourceMapGap? {
    if scriptSource == nil, case .sourceMap(let gap) = reason { gap } else { nil }
  }
}

extension SymbolicatedReport {
  /// Returns whether the frame at a position of the report is in a bundle that no source map describes.
  package func lacksSourceMap(_ position: Int) -> Bool {
    guard report.frames.span[position].kind == .javaScript, resolutions.span[position].sourceMapGap != nil else { return false }
    return report.frames.span[position].script?.isInBundle ?? false
  }
}
