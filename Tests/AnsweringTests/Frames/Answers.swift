import CrashModel
import Foundation
import Testing

/// Answers as the tables of expected answers spell them: `function @ file:line:column <- caller @ ...`, innermost first.
enum Answers {
  static let separator = " <- "

  /// What was found for a frame; sources for which an earlier row's line is shown have no place.
  static func text(_ resolution: FrameResolution) -> String {
    guard !resolution.sources.isEmpty else {
      return resolution.basis == .none && resolution.reason != nil ? "missing" : "reported"
    }
    return resolution.sources.map { source in
      guard !source.approximate, let file = source.file else { return source.function }
      return "\(source.function) @ \(file):\(source.line ?? 0):\(source.column ?? 0)"
    }.joined(separator: separator)
  }

  /// The expected answer, without the places of sources for which an earlier row's line is shown: there llvm-symbolizer says
  /// that the code has no line.
  static func comparable(_ answer: String, _ resolution: FrameResolution) -> String {
    var parts = answer.components(separatedBy: separator)
    for (position, source) in resolution.sources.enumerated() where source.approximate && position < parts.count {
      #expect(parts[position].contains(":0:"), "only line 0 is approximated")
      parts[position] = parts[position].components(separatedBy: " @ ")[0]
    }
    return parts.joined(separator: separator)
  }
}
