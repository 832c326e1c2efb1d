extension SymbolicatedReport {
  /// The call stacks that tell where a report's event happened, most telling first: that of the last exception, then those of
  /// the crashed threads, else of the first thread or backtrace. Ranges of `CrashReport.frames`, none of them empty.
  public var focusedStacks: [Range<Int>] {
    let exceptions = report.backtraces.filter { $0.kind == .lastException }.map(\.frames)
    let crashed = report.threads.filter(\.crashed).map(\.frames)
    let stacks = (exceptions + crashed).filter { !$0.isEmpty }
    guard stacks.isEmpty else { return stacks }
    return Array((report.threads.map(\.frames) + report.backtraces.map(\.frames)).filter { !$0.isEmpty }.prefix(1))
  }

  /// The source frames of the app's images in a stack that have a line, innermost first.
  public func appSources(in stack: Range<Int>) -> [SourcePosition] {
    stack.filter(isInApp).flatMap { frame in
      resolutions[frame].sources.indices.filter { source in
        let known = resolutions[frame].sources[source]
        return known.file != nil && known.line != nil
      }.map { SourcePosition(frame: frame, source: $0) }
    }
  }

  /// Whether a frame lies in one of the app's images.
  public func isInApp(_ frame: Int) -> Bool {
    guard let image = report.frames[frame].image, report.images.indices.contains(image) else { return false }
    return report.images[image].inApp
  }

  /// The excerpt to show: of the most telling stack that has one its innermost source frame that does. Nil when none has.
  public var focusedExcerpt: (stack: Range<Int>, position: SourcePosition)? {
    guard !excerpts.isEmpty else { return nil }
    for stack in focusedStacks {
      if let position = appSources(in: stack).first(where: { excerpts[$0] != nil }) { return (stack, position) }
    }
    return nil
  }
}
