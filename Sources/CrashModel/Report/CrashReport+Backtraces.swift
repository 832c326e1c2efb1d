extension CrashReport {
  /// Adds a call stack that was found in a text of the report. Words of stack memory stay after all call stacks.
  package mutating func add(_ found: [Frame], as kind: Backtrace.Kind, index: Int = 0) {
    let place = callFrameCount
    frames.insert(contentsOf: found, at: place)
    for index in backtraces.indices where backtraces[index].kind == .stackContents {
      let range = backtraces[index].frames
      backtraces[index].frames = range.lowerBound + found.count..<range.upperBound + found.count
    }
    diagnostics.removeAll { $0.kind == .noStacks }
    backtraces.append(Backtrace(kind: kind, index: index, frames: place..<place + found.count))
  }
}
