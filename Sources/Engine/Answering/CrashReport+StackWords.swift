internal import CrashModel

extension CrashReport {
  /// The positions of the frames that are worth keeping: all of call stacks, and the words of stack memory that a debug file
  /// names.
  func keptFrames(_ resolutions: [FrameResolution]) -> [Int] {
    let calls = callFrameCount
    guard calls < frames.count else { return Array(frames.indices) }
    return frames.indices.filter { position in
      position < calls || resolutions[position].basis == .line || resolutions[position].basis == .symbol
    }
  }

  /// Drops all frames but those at `positions`, which are those of `keptFrames`. Stacks of words that have none left go.
  mutating func keepFrames(_ positions: [Int]) {
    guard positions.count < frames.count else { return }
    frames = positions.map { frames[$0] }
    for index in backtraces.indices where backtraces[index].kind == .stackContents {
      let old = backtraces[index].frames
      let first = positions.count { $0 < old.lowerBound }
      backtraces[index].frames = first..<first + positions.count(where: old.contains)
      for (order, position) in backtraces[index].frames.enumerated() { frames[position].index = order }
    }
    backtraces.removeAll { $0.kind == .stackContents && $0.frames.isEmpty }
  }
}
