import CrashModel
import Triage

/// Formats a kept call stack, one function a line.
enum StackText {
  /// `0  shop::Slot::write() (span.h:11)`. With a limit, the first lines: if there are more, those of libraries are left out, and of the
  /// app's own those without a name.
  static func lines(_ stack: [GroupStack.Line], limit: Int = .max) -> [String] {
    let numbered = stack.enumerated().map { (number: $0.offset, line: $0.element) }
    let own = numbered.filter { $0.number == 0 || $0.line.inApp }
    let named = own.filter { $0.number == 0 || $0.line.function != nil }
    let shown = numbered.count > limit ? (own.count > limit ? named : own).prefix(limit)[...] : numbered[...]
    let rest = stack.count - shown.count
    let more = rest > 0 ? ["… \(NumberFormat.counted(rest, "more function"))"] : []
    return shown.map { text($0.line, $0.number) } + more
  }

  private static func text(_ line: GroupStack.Line, _ number: Int) -> String {
    let place = line.file.map { file in " (\(PathText.lastComponent(of: file))\(line.line.map { ":\($0)" } ?? ""))" }
    let image = line.image.map { " in \($0)" } ?? ""
    let name = line.function.map { $0 + (place ?? image) } ?? unnamed(in: line.image) + (place ?? "")
    return oneLine("\(number)  \(name)\(line.isInlined ? " [inlined]" : "")")
  }

  /// Returns the text for a frame without a name: `no name in dyld`.
  static func unnamed(in image: String?) -> String { "no name" + (image.map { " in \($0)" } ?? "") }

  /// Returns text on one line, with control characters and bidirectional overrides made visible.
  static func oneLine(_ text: String) -> String {
    if TerminalText.isPlain(text) { return text }
    return TerminalText.visible(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
  }
}
