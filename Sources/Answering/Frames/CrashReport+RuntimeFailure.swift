internal import Bytes
internal import CrashModel
internal import SymbolModel

extension CrashReport {
  /// Takes the reason of a trap from the functions inlined at the crash: the Swift compiler names the check that failed there,
  /// for example `Swift runtime failure: Index out of range`, a hardened libc++ its assertion:
  /// `/usr/include/c++/v1/vector:1393: assertion __n < size() failed: vector[] index out of bounds`. `answer` returns what a debug
  /// file says of a frame. A reason that the report states stays.
  mutating func takeRuntimeFailure(_ answer: (_ frame: Int) -> ResolvedAddress?) {
    guard exception?.reason == nil, let thread = threads.first(where: \.crashed), let frame = thread.frames.first,
      frames.indices.contains(frame)
    else { return }
    let reported = frames[frame].reportedInlines + [frames[frame].reported].compactMap { $0 }
    let names = (answer(frame)?.sources.map(\.function) ?? []) + reported.compactMap(\.symbol)
    guard let reason = names.lazy.compactMap(Self.failure).first else { return }
    if exception == nil { exception = CrashException() }
    exception?.reason = reason
  }

  /// Returns the message in the name of a function that a compiler made up for a trap, or nil for any other name.
  private static func failure(_ name: String) -> String? {
    if name.hasPrefix(CrashException.runtimeFailure) { return name }
    guard name.containsBytes(of: ": assertion "), name.containsBytes(of: " failed: ") else { return nil }
    // The compiler puts a mark and the category before it: `__clang_trap_msg$libc++$...`.
    return name.hasPrefix("__clang_trap_msg$") ? name.split(separator: "$").last.map { String($0) } : name
  }
}
