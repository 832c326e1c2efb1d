/// What became of the inputs of a summary.
public struct SummaryCounts: Hashable, Sendable {
  /// Reports that were read.
  public var done = 0
  /// Files that cannot be read.
  public var unreadable = 0
  /// Files that are no reports.
  public var skipped = 0
  /// Files and bundles among the inputs that are debug files.
  public var debugFiles = 0
  /// Frames of app images.
  public var appFrames = 0
  /// Those of them with names.
  public var resolvedFrames = 0
  /// JavaScript frames of the app that are in bundles.
  public var scriptFrames = 0
  /// Those of them with sources.
  public var resolvedScriptFrames = 0

  /// Nothing yet.
  public init() {}

  /// Adds other counts.
  public mutating func add(_ other: SummaryCounts) {
    done += other.done
    unreadable += other.unreadable
    skipped += other.skipped
    debugFiles += other.debugFiles
    appFrames += other.appFrames
    resolvedFrames += other.resolvedFrames
    scriptFrames += other.scriptFrames
    resolvedScriptFrames += other.resolvedScriptFrames
  }
}
