/// One call stack of a report.
package enum StackRef: Hashable, Sendable {
  /// A position in `CrashReport.threads`.
  case thread(Int)
  /// A position in `CrashReport.backtraces`.
  case backtrace(Int)
  /// A position in `CrashReport.callTrees`.
  case callTree(Int)

  /// The path in the JSON output: `threads[0]`.
  package var path: String {
    switch self {
    case .thread(let position): "threads[\(position)]"
    case .backtrace(let position): "backtraces[\(position)]"
    case .callTree(let position): "callTrees[\(position)]"
    }
  }

  /// The path of one of its frames; call trees have them at any depth.
  package func path(ofFrame position: Int) -> String {
    switch self {
    case .thread, .backtrace: "\(path).frames[\(position)]"
    case .callTree: path
    }
  }
}
