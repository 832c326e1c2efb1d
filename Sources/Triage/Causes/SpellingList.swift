/// The spellings of the names of a stack's functions side by side, so that a pattern is compared with text only.
struct SpellingList {
  private var texts: [String] = []
  /// For each text the position of its function in the list that was given.
  private var owners: [Int] = []
  /// The first function of each spelling.
  private var literals: [String: Int] = [:]

  /// Collects the spellings of functions; those without a name have none.
  init(_ entries: some Sequence<StackEntry>) {
    for (position, entry) in entries.enumerated() {
      for spelling in entry.name?.spellings ?? [] where literals[spelling] == nil {
        literals[spelling] = position
        texts.append(spelling)
        owners.append(position)
      }
    }
  }

  /// The position of the first function whose name matches; nil when none does.
  func first(_ pattern: Pattern) -> Int? {
    if pattern.isLiteral { return literals[pattern.text] }
    let texts = texts.span
    for position in texts.indices where pattern.matches(texts[position]) { return owners[position] }
    return nil
  }
}
