/// Which of a stack's functions is the first to match each pattern.
struct StackMarks {
  /// Few functions match anything.
  private var firsts: [(pattern: Int, position: Int)] = []

  /// Looks at functions, which know what they match.
  init(_ entries: some Sequence<StackEntry>) {
    for (position, entry) in entries.enumerated() {
      for mark in entry.marks where first(mark) == nil { firsts.append((mark, position)) }
    }
  }

  /// The position of the first function that matches; nil when none does.
  func first(_ pattern: Int) -> Int? { firsts.first { $0.pattern == pattern }?.position }
}
