internal import CrashModel

/// The speaker's stack below signal frames, with its recursion.
struct StackView: Sendable {
  /// All functions of the speaker.
  let entries: [StackEntry]
  /// The functions that count: those below the first signal frame.
  let visible: Range<Int>
  /// The recursion; nil when there is none.
  let recursion: Recursion?
  /// Whether the reporter left frames out, or more than `StackReader.limit` are there.
  let isShortened: Bool

  /// Why functions do not count, if some are above `visible`.
  let cutRule: String

  /// Looks at a stack. A signal frame counts among the first 40; the first `depth` functions do not count.
  init(_ entries: [StackEntry], below depth: Int = 0) {
    self.entries = entries
    let signal = entries.prefix(40).indices.last { entries[$0].role == .cut || Self.isTrampoline($0, entries) }
    let cut = depth > 0 ? min(depth, entries.count) - 1 : signal
    cutRule = depth > 0 ? "cut: how the kernel stopped" : "cut: at or above the signal frame"
    visible = (cut.map { $0 + 1 } ?? 0)..<entries.count
    let names = entries[visible].map { $0.name?.isTooCommon == true ? "" : $0.identity }
    recursion = Recursion(names).map { found in
      var moved = found
      moved.entries =
        (found.entries.lowerBound + (cut.map { $0 + 1 } ?? 0))..<(found.entries.upperBound + (cut.map { $0 + 1 } ?? 0))
      return moved
    }
    isShortened = entries.count >= StackReader.limit || entries.contains(where: \.isGap)
  }

  /// Whether a function without a name calls signal handlers: nothing else in its library calls the app.
  private static func isTrampoline(_ position: Int, _ entries: [StackEntry]) -> Bool {
    guard position > 0, entries[position].name == nil else { return false }
    guard entries[position - 1].isApp else { return false }
    if entries[position].image == "libsystem_platform.dylib" { return true }
    // What starts threads and `main` has another function of the C library below it.
    return entries[position].image == "libc.so.6" && position + 1 < entries.count && entries[position + 1].isApp
  }

  /// The position of the function of the C++ runtime that ended the process because nobody caught an exception; nil when there is
  /// none. What stands above it, handlers of reporters among it, is how the process ended. Constructors and destructors that the
  /// runtime calls have it alone between functions of the app.
  var endOfTermination: Int? {
    guard let top = visible.first, entries[top].role == .via || isNamelessRaise(entries[top]) else { return nil }
    return visible.prefix(24).last { position in
      guard position > visible.lowerBound, entries[position].image == Self.runtime else { return false }
      return [Self.runtime, "libobjc.A.dylib"].contains(entries[position - 1].image)
    }
  }

  /// Whether a function without a name is in a library that signals are raised in.
  private func isNamelessRaise(_ entry: StackEntry) -> Bool {
    entry.name == nil && entry.image.map(Self.raising.contains) == true
  }

  private static let runtime = "libc++abi.dylib"
  private static let raising: Set<String> = ["libsystem_kernel.dylib", "libsystem_pthread.dylib", "libsystem_c.dylib"]

  /// The first function that is not the reporter's: where the fault is.
  var top: StackEntry? {
    entries[visible].first { $0.role != .sdk && !$0.isGap }
  }

  /// Whether a function of whatever library stands between the fault and a position: then it is not the position that failed.
  func hasCode(before position: Int) -> Bool {
    entries[visible.lowerBound..<position].contains { entry in
      guard !entry.isGap, !entry.identity.isEmpty else { return false }
      return ![.via, .sdk, .cut].contains(entry.role) && !(entry.role == .skip && entry.isApp)
    }
  }

  /// Whether the stack is that of an endless recursion: 30 repeats, or 10 where frames are missing.
  var isEndless: Bool { recursion.map { $0.repeats >= 30 || isShortened && $0.repeats >= 10 } ?? false }
}

extension NormalizedName {
  /// Whether a name is no sign of recursion however often it is repeated.
  fileprivate var isTooCommon: Bool { text.utf8.first == UInt8(ascii: "<") && !text.hasPrefix("<alloc") }
}
