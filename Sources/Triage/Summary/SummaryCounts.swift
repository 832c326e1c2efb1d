/// What became of the inputs of a summary.
package struct SummaryCounts: Hashable, Sendable {
  /// Reports that were read.
  package var done = 0
  /// Files that cannot be read.
  package var unreadable = 0
  /// Files that are no reports.
  package var skipped = 0
  /// Files and bundles among the inputs that are debug files.
  package var debugFiles = 0
  /// Frames of app images.
  package var appFrames = 0
  /// Those of them with names.
  package var resolvedFrames = 0
  /// JavaScript frames of the app that are in bundles.
  package var scriptFrames = 0
  /// Those of them with sources.
  package var resolvedScriptFrames = 0

  /// Nothing yet.
  package init() {}

  /// Adds other counts.
  package mutating func add(_ other: SummaryCounts) {
    done.addCount(other.done)
    unreadable.addCount(other.unreadable)
    skipped.addCount(other.skipped)
    debugFiles.addCount(other.debugFiles)
    appFrames.addCount(other.appFrames)
    resolvedFrames.addCount(other.resolvedFrames)
    scriptFrames.addCount(other.scriptFrames)
    resolvedScriptFrames.addCount(other.resolvedScriptFrames)
  }
}
