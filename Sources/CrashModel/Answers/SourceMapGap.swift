/// Why no source map answers a JavaScript frame that is in a bundle. The raw value is the frame's reason.
package enum SourceMapGap: String, Hashable, Sendable, CaseIterable {
  /// No source map was given, or the store has none with the bundle's debug ID.
  case absent = "a JavaScript frame needs a source map (--source-map)"
  /// None of the source maps can be read.
  case unusable = "no source map can be used"
  /// Several fit, and a wrong one gives wrong names.
  case ambiguous = "several source maps fit the bundle"
  /// The source maps have other debug IDs than the bundle.
  case otherBuild = "the source map is that of another build"
  /// The source map ends before all frames of the bundle.
  case foreign = "the source map ends before the position"
  /// The source map has a source for no frame of the bundle.
  case empty = "the source map has nothing at any position of the bundle"
}

extension FrameResolution {
  /// What is missing for a JavaScript frame, or nil if a source map answers it or nothing of it is in a bundle.
  package var sourceMapGap: SourceMapGap? { scriptSource == nil ? reason.flatMap(SourceMapGap.init) : nil }
}

extension SymbolicatedReport {
  /// Returns whether the frame at a position of the report is in a bundle that no source map describes.
  package func lacksSourceMap(_ position: Int) -> Bool {
    guard report.frames.span[position].kind == .javaScript, resolutions.span[position].sourceMapGap != nil else { return false }
    return report.frames.span[position].script?.isInBundle ?? false
  }
}
