import CrashModel
import JSONText

/// Writes in Markdown what only some formats have: the crash of the crash handler, and the data that the report's author added.
enum MarkdownDetails {
  /// Returns a list of the short values: a diagnosis, a line of code.
  static func list(_ details: [ReportDetail]) -> [String] {
    details.filter { !$0.isMinor }.compactMap { detail in
      switch detail.value {
      case .text(let text): isShort(text) ? "- \(detail.title): \(MarkdownText.code(text))" : nil
      case .number(let digits): "- \(detail.title): \(MarkdownText.code(digits))"
      case .bool(let flag): "- \(detail.title): \(flag ? "yes" : "no")"
      case .object, .array, .null: nil
      }
    }
  }

  /// Returns everything else, each detail folded by `fold`.
  static func folded(_ details: [ReportDetail], _ fold: (_ summary: String, _ lines: [String]) -> [String]) -> [String] {
    details.filter { !$0.isMinor }.flatMap { detail -> [String] in
      switch detail.value {
      case .text(let text):
        isShort(text) ? [] : fold(detail.title, MarkdownText.fence([text]))
      case .number, .bool: []
      default: fold(detail.title, MarkdownText.fence(lines(of: detail.value), language: "json"))
      }
    }
  }

  /// Returns the heading and the facts of a crash of the crash handler, to be printed above its stack.
  static func heading(_ crash: HandlerCrash?) -> [String] {
    let title = "**Handler crashed while reporting**"
    guard let crash else { return [title] }
    let event = MarkdownOverview.event(ReportTitle.words(of: crash.exception), name: nil)
    let thread = crash.thread.map { "thread \($0.index)" + ($0.name.map { " " + MarkdownText.code($0) } ?? "") }
    let parts = [event, thread].compactMap { $0 }
    let facts =
      (crash.exception.map { MarkdownOverview.lines(of: $0) } ?? [])
      + [("Diagnosis", crash.diagnosis), ("Report", crash.identifier), ("Time", crash.time)].compactMap { label, value in
        value.map { "- \(label): \(MarkdownText.code($0))" }
      }
    return [title + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))] + (facts.isEmpty ? [] : [""] + facts)
  }

  /// Returns whether a text is suitable as a list item: one short line.
  private static func isShort(_ text: String) -> Bool { text.utf8.count <= 400 && !text.utf8.contains(UInt8(ascii: "\n")) }

  private static func lines(of value: ReportValue) -> [String] {
    var writer = JSONWriter(.indented)
    writer.write(value)
    return [String(decoding: writer.bytes, as: UTF8.self)]
  }
}
