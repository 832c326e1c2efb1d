package import CrashModel
package import SymbolModel

/// Lays out the variables of a frame in text reports.
///
///     Variables of frame 0, Basket.pick(_:):
///     | parameter name: String = "plum" [x0, x1]
///     | position: Int?, optimized out
///
/// The bars keep readers of text reports from taking a line for a frame.
package enum VariableText {
  /// Returns the stack that has the variables, or nil without any.
  package static func stack(of answers: SymbolicatedReport) -> Range<Int>? {
    guard let frame = answers.variables?.frame else { return nil }
    return answers.report.threads.map(\.frames).first { $0.contains(frame) }
  }

  /// Returns the lines below a stack, after an empty one for each function, or none if the variables belong to another stack.
  package static func lines(below stack: Range<Int>, of answers: SymbolicatedReport) -> [String] {
    guard let found = answers.variables, stack.contains(found.frame) else { return [] }
    let number = answers.report.frames[found.frame].index
    var lines: [String] = []
    var depth: Int?
    for variable in found.variables {
      if variable.inlineDepth != depth {
        depth = variable.inlineDepth
        lines += ["", "Variables of frame \(number)\(variable.function.map { ", \($0)" } ?? ""):"]
      }
      lines.append("| " + line(variable))
    }
    return lines.map(TerminalText.visible)
  }

  /// Returns a variable in one line: `shifted: Int = 16 [rsi]`.
  package static func line(_ variable: FrameVariable) -> String {
    let kind = variable.kind == .parameter ? "parameter " : ""
    let name = kind + variable.name + (variable.type.map { ": \($0)" } ?? "")
    if let reason = variable.value.reason { return "\(name), \(reason.rawValue)" }
    let origins = variable.origins.isEmpty ? "" : " [\(variable.origins.joined(separator: ", "))]"
    return "\(name) = \(variable.value.text)\(origins)"
  }
}
