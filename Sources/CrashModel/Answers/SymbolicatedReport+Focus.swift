extension SymbolicatedReport {
  /// The call stacks that show where a report's event happened, most relevant first: those with JavaScript of the app, that
  /// of the last exception, then those of the crashed threads, else of the first thread or backtrace. Ranges of `CrashReport.frames`, none of them empty.
  package var focusedStacks: [Range<Int>] {
    let scripts = report.backtraces.filter { holdsAppScript($0.frames) }.map(\.frames)
    let exceptions = report.backtraces.filter { $0.kind == .lastException && !holdsAppScript($0.frames) }.map(\.frames)
    let crashed = report.threads.filter(\.crashed).map(\.frames)
    let stacks = (scripts + exceptions + crashed).filter { !$0.isEmpty }
    guard stacks.isEmpty else { return stacks }
    return Array((report.threads.map(\.frames) + report.backtraces.map(\.frames)).filter { !$0.isEmpty }.prefix(1))
  }

  /// Returns the source frames of the app's images in a stack that have a line, innermost first.
  package func appSources(in stack: Range<Int>) -> [SourcePosition] {
    stack.filter(isInApp).flatMap { frame in
      resolutions[frame].sources.indices.filter { source in
        let known = resolutions[frame].sources[source]
        return known.file != nil && known.line != nil
      }.map { SourcePosition(frame: frame, source: $0) }
    }
  }

  /// Returns whether a source map shows that a frame of a stack is in the app's own script.
  private func holdsAppScript(_ stack: Range<Int>) -> Bool { stack.contains { resolutions[$0].scriptSource == .app } }

  /// The first frame of the app in the first JavaScript stack, unless memory was accessed in vain, or nil if there is none.
  package var firstScriptFrame: Int? {
    guard report.exception?.isMemoryFault != true else { return nil }
    return report.backtraces.lazy.flatMap(\.frames).first { resolutions[$0].scriptSource == .app }
  }

  /// Returns whether a frame is in one of the app's images, or in a script of the app. For an image without a path, and for an
  /// address that no image contains, the name of the process counts.
  package func isInApp(_ frame: Int) -> Bool {
    if let source = resolutions.span[frame].scriptSource { return source == .app }
    let images = report.images.span
    var name: String?
    if let image = report.frames.span[frame].image, images.indices.contains(image) {
      if images[image].inApp || images[image].path != nil { return images[image].inApp }
      name = images[image].name
    }
    guard let name = name ?? report.frames.span[frame].imageName else { return false }
    return name == report.process.name
  }

  /// The excerpt to print: that of the most relevant stack with one, for its innermost source frame with one. Nil if there is
  /// none.
  package var focusedExcerpt: (stack: Range<Int>, position: SourcePosition)? {
    guard !excerpts.isEmpty else { return nil }
    for stack in focusedStacks {
      if let position = appSources(in: stack).first(where: { excerpts[$0] != nil }) { return (stack, position) }
    }
    return nil
  }
}
