internal import CrashModel

/// The tests that look at the speaker's stack.
enum StackTest {
  static func recursion(_ facts: CauseInput) -> TriageCause.Evidence? {
    guard facts.view.isEndless, let recursion = facts.view.recursion else { return nil }
    let first = facts.view.entries[recursion.entries.lowerBound]
    let names = facts.view.entries[recursion.entries.prefix(recursion.period)].map(\.identity)
    return quote(first, facts, "\(names.joined(separator: ", ")): at least \(recursion.repeats) times")
  }

  static func waiting(_ facts: CauseInput) -> TriageCause.Evidence? {
    guard let top = facts.view.top, top.role == .wait, !isIdle(facts.view) else { return nil }
    return quote(top, facts, top.identity)
  }

  static func idle(_ facts: CauseInput) -> TriageCause.Evidence? {
    guard let top = facts.view.top, isIdle(facts.view) else { return nil }
    return quote(top, facts, top.identity)
  }

  static func appFrame(_ facts: CauseInput) -> TriageCause.Evidence? {
    guard let own = facts.view.entries[facts.view.visible].first(where: { $0.isApp && $0.role == nil }) else { return nil }
    return quote(own, facts, own.identity)
  }

  static func topKnown(_ facts: CauseInput) -> TriageCause.Evidence? {
    guard let top = facts.view.top, top.isApp || top.name != nil else { return nil }
    return quote(top, facts, top.identity)
  }

  static func deepGraph(_ facts: CauseInput) -> TriageCause.Evidence? {
    let frames = facts.view.entries.filter { $0.name?.text.hasPrefix("AG::Graph::") == true }
    guard frames.count >= 100, let first = frames.first else { return nil }
    return quote(first, facts, "\(frames.count) functions of AG::Graph")
  }

  /// Whether the stack waits for events, as a main thread does that has nothing to do.
  private static func isIdle(_ view: StackView) -> Bool {
    let below = view.entries[view.visible].first { $0.role != .wait }
    return below?.name?.text == "__CFRunLoopServiceMachPort"
  }

  static func thread(_ facts: CauseInput, _ isMeant: (Int) -> Bool) -> TriageCause.Evidence? {
    guard let position = facts.speaker.thread else { return nil }
    let thread = facts.report.threads[position]
    guard isMeant(thread.index) else { return nil }
    let name = [thread.name, thread.queue].compactMap { $0 }.first.map { " (\($0))" } ?? ""
    return TriageCause.Evidence(path: StackRef.thread(position).path, text: "thread \(thread.index)\(name)")
  }

  private static func quote(_ entry: StackEntry, _ facts: CauseInput, _ text: String) -> TriageCause.Evidence {
    TriageCause.Evidence(path: facts.path(entry), text: text)
  }
}
