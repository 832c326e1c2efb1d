extension ScriptFrameLine {
  /// Returns whether this line of a log, whose position in `log.lines` is given, opens a stack: it is evidently one of React
  /// Native, or the next line is a frame as well.
  func opensStack(before log: LogText, _ position: Int) -> Bool {
    guard kind == .named || isInBundle else { return false }
    if case .frame(let place) = kind, place.isEvident { return true }
    guard log.lines.indices.contains(position + 1) else { return false }
    return ScriptFrameLine(log.text, log.lines[position + 1].range) != nil
  }

  private var isInBundle: Bool { if case .frame = kind { true } else { false } }
}
