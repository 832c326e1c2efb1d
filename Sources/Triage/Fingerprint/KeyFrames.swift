internal import CrashModel

/// Chooses the functions of a stack that a key is made of, and says why.
struct KeyFrames {
  /// The most functions of a key: helpers and their callers included.
  private let limit: Int
  private let depth: Int

  /// The parts of the key after the class.
  private(set) var parts: [String] = []
  /// The same with up to five functions of the app.
  private(set) var path: [String] = []
  /// What was found.
  private(set) var quality = GroupQuality.empty
  /// The functions of the key.
  private(set) var chosen: [StackEntry] = []
  /// What became of each function.
  private(set) var verdicts: [FrameVerdict] = []

  /// Chooses among the functions of a stack: `depth` of the app, and the callers of helpers. Hangs are known by what waits, stack
  /// overflows by what repeats.
  init(_ view: StackView, isHang: Bool, isOverflow: Bool, depth: Int) {
    self.depth = max(depth, 1)
    limit = self.depth + 2
    for entry in view.entries[..<view.visible.lowerBound] { note(entry, false, view.cutRule) }
    let candidates = candidates(view)
    if isOverflow, let recursion = view.recursion {
      take(cycle: recursion, of: view)
    } else if let first = Self.firstOfApp(candidates, view) {
      take(app: candidates, first: first)
    } else if !takeWait(view, isHang: isHang) {
      takeSystem(candidates, view)
    }
    verdicts.sort { $0.frame < $1.frame }
    if let last = verdicts.lastIndex(where: \.isKept) { verdicts.removeSubrange((last + 1)...) }
  }

  /// The functions without role or with the role `prefix`; a recursion once, equal neighbours once.
  private mutating func candidates(_ view: StackView) -> [StackEntry] {
    var result: [StackEntry] = []
    let end = view.endOfTermination
    for position in view.visible {
      let entry = view.entries[position]
      if let recursion = view.recursion, recursion.repeats >= 10, recursion.entries.dropFirst(recursion.period).contains(position)
      {
        continue
      }
      if entry.isGap { continue }
      // A fault in `main` itself is the app's.
      let isOwnEntryPoint = entry.isApp && entry.role == .base && result.isEmpty && !view.hasCode(before: position)
      if let function = entry.function, let role = function.role, role != .prefix, role != .system, !isOwnEntryPoint {
        note(entry, false, function.rule)
      } else if let end, position <= end {
        note(entry, false, "via: how an exception ended the process")
      } else if result.last?.identity == entry.identity, !entry.identity.isEmpty {
        note(entry, false, "same as the frame before")
      } else {
        result.append(entry)
      }
    }
    return result
  }

  /// The first function of the app. One without a name counts only where its image has no names at all: else it is a stub or a
  /// function that the compiler made.
  private static func firstOfApp(_ candidates: [StackEntry], _ view: StackView) -> Int? {
    var named: Set<String?>?
    return candidates.firstIndex { entry in
      guard entry.isApp, entry.name == nil else { return entry.isApp }
      let images = named ?? Set(view.entries.filter { $0.isApp && $0.name != nil }.map(\.image))
      named = images
      return !images.contains(entry.image)
    }
  }

  private mutating func take(app candidates: [StackEntry], first position: Int) {
    for entry in candidates[..<position] { note(entry, false, entry.isApp ? "no name" : "not the app's") }
    let first = candidates[position]
    let own = candidates[position...].filter(\.isApp)
    guard first.name != nil else {
      choose(first, part: first.place ?? first.image ?? "?", "app frame without a name")
      quality = .unsymbolicated
      path = own.prefix(5).map { $0.identity }
      return
    }
    quality = .ok
    path = own.prefix(5).map { $0.identity }
    var full = 0
    for entry in own {
      guard entry.name != nil else { break }
      if let helper = entry.function, helper.role != nil {
        choose(entry, part: entry.identity, "prefix: \(helper.pattern); its caller counts, too")
      } else {
        choose(entry, part: entry.identity, chosen.isEmpty ? "first app frame" : "caller of the frame before")
        full += 1
      }
      if full == depth || chosen.count == limit { break }
    }
  }

  private mutating func take(cycle recursion: Recursion, of view: StackView) {
    let names = view.entries.map(\.identity)
    parts = recursion.cycle(names)
    path = parts
    for position in recursion.entries.prefix(recursion.period) {
      let entry = view.entries[position]
      chosen.append(entry)
      note(entry, true, "recursion: repeated at least \(recursion.repeats) times")
    }
    let members = view.entries[recursion.entries.prefix(recursion.period)]
    quality = members.contains { $0.isApp && $0.name == nil } ? .unsymbolicated : members.contains(where: \.isApp) ? .ok : .system
  }

  /// A wait on the main thread without app frames below it: the function that waits, or nothing to do.
  private mutating func takeWait(_ view: StackView, isHang: Bool) -> Bool {
    guard isHang, let first = view.visible.first, view.entries[first].role == .wait else { return false }
    let below = view.entries[view.visible].first { $0.role != .wait }
    if let below, below.name?.text == "__CFRunLoopServiceMachPort" || below.role == .base {
      quality = .idle
      parts = ["sys:" + view.entries[first].identity]
      chosen = [view.entries[first]]
      note(view.entries[first], true, "the main thread waited for events")
      return true
    }
    guard let below, below.name != nil else { return false }
    choose(below, part: "sys:" + below.identity, "the function that waits")
    quality = .system
    return true
  }

  private mutating func takeSystem(_ candidates: [StackEntry], _ view: StackView) {
    var last: String?
    for entry in candidates where parts.count < 3 {
      guard let name = entry.name?.text ?? entry.image, name != last else { continue }
      last = name
      choose(entry, part: (entry.isScript ? "js:" : "sys:") + name, entry.isScript ? "script" : "no app frame: system function")
      quality = .system
    }
    guard parts.isEmpty else { return path = parts }
    guard let top = view.entries[view.visible].first(where: { $0.name != nil && !$0.isGap }) else { return }
    choose(top, part: "sys:" + top.identity, "nothing but machinery")
    quality = .machinery
    path = parts
  }

  private mutating func choose(_ entry: StackEntry, part: String, _ rule: String) {
    parts.append(part)
    chosen.append(entry)
    note(entry, true, rule)
  }

  private mutating func note(_ entry: StackEntry, _ isKept: Bool, _ rule: String) {
    // A function may first be passed over and then be all that is left.
    if isKept { verdicts.removeAll { $0.frame == entry.position && $0.name == entry.identity } }
    verdicts.append(FrameVerdict(frame: entry.position, name: entry.identity, isKept: isKept, rule: rule))
  }
}
