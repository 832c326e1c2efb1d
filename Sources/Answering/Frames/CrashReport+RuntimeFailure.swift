internal import CrashModel
internal import DebugInfo

extension CrashReport {
  /// Takes the reason of a trap from the functions inlined at the crash: the Swift compiler names the check that failed there,
  /// for example `Swift runtime failure: Index out of range`. `answers` has one element per frame. A reason that the report
  /// states stays.
  mutating func takeRuntimeFailure(_ answers: [ResolvedAddress?]) {
    guard exception?.reason == nil, let thread = threads.first(where: \.crashed), let frame = thread.frames.first,
      frames.indices.contains(frame), answers.indices.contains(frame)
    else { return }
    let reported = frames[frame].reportedInlines + [frames[frame].reported].compactMap { $0 }
    let names = (answers[frame]?.sources.map(\.function) ?? []) + reported.compactMap(\.symbol)
    guard let reason = names.first(where: { $0.hasPrefix(CrashException.runtimeFailure) }) else { return }
    if exception == nil { exception = CrashException() }
    exception?.reason = reason
  }
}
