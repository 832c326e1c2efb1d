internal import CrashModel

/// Names threads.
enum ThreadTitle {
  /// Returns `Thread 0 crashed`, and the names of thread and queue if there are any.
  static func parts(_ thread: CrashThread, in report: CrashReport) -> [String] {
    let mark = thread.crashed ? report.marksCrashedThread ? " crashed" : " highlighted" : ""
    let names = [thread.name, thread.queue.map { "queue \($0)" }].compactMap { $0 }.filter { !$0.isEmpty }
    return ["Thread \(thread.index)\(mark)"] + (names.isEmpty ? [] : [names.joined(separator: ", ")])
  }
}
