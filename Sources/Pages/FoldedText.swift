package import AppleLayout
package import CrashModel
internal import Rendering

/// Writes call stacks in the folded form that flame graph tools read: `process;thread;outermost;...;innermost weight`, one line
/// for each stack, equal stacks once.
package struct FoldedText: Sendable {
  private let style: FrameStyle

  /// Prepares to write reports.
  package init(style: FrameStyle = FrameStyle()) { self.style = style }

  /// Returns the lines of reports, each ended.
  package func text(_ reports: [SymbolicatedReport]) -> [UInt8] {
    var bytes: [UInt8] = []
    for report in reports {
      let process = report.report.process.name ?? report.report.process.bundleID ?? "?"
      let made = ReportProfiles(report, style: style)
      let names = made.frames.all.map { Self.part($0.name) }
      for profile in made.profiles {
        let head = ([process] + [profile.name].compactMap { $0 }).map(Self.part).joined(separator: ";")
        for (position, node) in profile.nodes.enumerated() where node.own > 0 {
          bytes += head.utf8
          for function in profile.stack(to: position) {
            bytes.append(UInt8(ascii: ";"))
            bytes += names[function].utf8
          }
          bytes += " \(node.own)\n".utf8
        }
      }
    }
    return bytes
  }

  /// Returns a name without the characters that have a meaning in such lines.
  private static func part(_ name: String) -> String {
    String(TerminalText.line(name).map { $0 == ";" ? ":" : $0 == "\t" ? " " : $0 })
  }
}
