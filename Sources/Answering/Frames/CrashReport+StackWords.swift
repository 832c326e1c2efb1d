internal import CrashModel

extension CrashReport {
  /// Returns the positions of the frames to keep: all frames of call stacks, and the words of stack memory that a debug file
  /// names.
  func keptFrames(_ resolutions: [FrameResolution]) -> [Int] {
    let calls = callFrameCount
    guard calls < frames.count else { return Array(frames.indices) }
    return frames.indices.filter { position in
      position < calls || resolutions[position].basis == .line || resolutions[position].basis == .symbol
    }
  }

  /// Removes all frames but those at `positions`, the result of `keptFrames`. Stacks of words without any left are removed.
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
