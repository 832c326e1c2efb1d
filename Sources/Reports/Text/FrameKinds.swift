import CrashModel
import SymbolModel

/// Decides which frames of a stack have the address of an instruction and which a return address.
enum FrameKinds {
  /// The code that walked the stack.
  enum Origin {
    /// The kernel or a signal handler stopped the thread: frame 0 is the interrupted instruction.
    case interrupted
    /// The thread walked its own stack (exceptions, reports that the app requested): all frames are return addresses.
    case recorded
  }

  /// Sets the kinds of a stack's frames, innermost first. Frames without an address keep theirs.
  ///
  /// Frame 0 of an interrupted thread is exact unless the thread's own program counter differs from it once pointer
  /// authentication is taken off: reporters trim the frames of their own handlers. The frame after `_sigtramp` or
  /// `__restore_rt` is exact too: it is the code that the signal interrupted. So is `__restore_rt` itself, to whose first
  /// instruction the handler returns. A counter of 0 counts as unknown.
  static func assign(
    _ frames: inout [Frame], in range: Range<Int>, origin: Origin, registers: [Register] = [], architecture: Architecture? = nil
  ) {
    let counter = programCounter(registers).map { RuntimeAddress($0) }
    var exact = origin == .interrupted
    if exact, let first = range.first, let counter, let address = frames[first].address {
      exact = address.isSameCode(as: counter, on: architecture)
    }
    for position in range {
      guard hasCode(frames[position].kind) else {
        exact = false
        continue
      }
      let symbol = frames[position].reportedName
      let isLinuxTrampoline = isNamed(symbol, "__restore_rt")
      frames[position].kind = exact || isLinuxTrampoline ? .exact : .returnAddress
      exact = isLinuxTrampoline || isNamed(symbol, "_sigtramp")
    }
  }

  /// Compares lengths first, which tell nearly all names apart.
  private static func isNamed(_ symbol: String?, _ name: StaticString) -> Bool {
    symbol.map { $0.utf8.count == name.utf8CodeUnitCount && $0 == "\(name)" } ?? false
  }

  /// Copies the kinds of a thread's frames to those of a call stack with the same addresses: some reporters write the crashed thread
  /// twice.
  static func joinRepeatedStacks(_ report: inout CrashReport) {
    for backtrace in report.backtraces where backtrace.kind == .callStack && !backtrace.frames.isEmpty {
      let addresses = report.frames[backtrace.frames].map(\.address)
      let same = report.threads.first { thread in
        thread.frames.count == addresses.count && report.frames[thread.frames].lazy.map(\.address).elementsEqual(addresses)
      }
      guard let same else { continue }
      for (position, original) in zip(backtrace.frames, same.frames) {
        report.frames[position].kind = report.frames[original].kind
      }
    }
  }

  /// Returns the thread's program counter, or nil if it is not among the registers or 0.
  static func programCounter(_ registers: [Register]) -> UInt64? {
    registers.first { ["pc", "rip", "eip"].contains($0.name) }.flatMap { $0.value == 0 ? nil : $0.value }
  }

  private static func hasCode(_ kind: Frame.Kind) -> Bool {
    switch kind {
    case .exact, .returnAddress: true
    case .asyncResume, .truncated, .omitted, .javaScript: false
    }
  }
}
