internal import SymbolStore
internal import Synchronization
internal import System

/// What the system failed to read during a call: the client cannot tell an answer that lacks it from a whole one.
final class CallProblems: Sendable {
  private static let limit = 10
  private let lines = Mutex<[String]>([])

  /// Takes the failures among warnings. The others are advice, or in the answer.
  func add(_ warnings: [SearchWarning]) {
    add(warnings.filter { $0.isPassing || $0.isFailure }.map { "\($0.path): \($0.reason)" })
  }

  func add(_ new: [String]) {
    lines.withLock { lines in
      for line in new where lines.count < Self.limit && !lines.contains(line) { lines.append(line) }
    }
  }

  /// Returns one clause for each.
  var clauses: [String] {
    add(PassedOver.take().map { "\($0.path ?? $0.operation): \($0.message)" })
    return lines.withLock { $0 }
  }
}
