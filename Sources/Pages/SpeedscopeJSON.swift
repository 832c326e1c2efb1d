package import AppleLayout
package import CrashModel
internal import JSONText
internal import Rendering

/// Writes call stacks in the file format of speedscope (https://www.speedscope.app/file-format-schema.json): one sampled profile for
/// each call tree, thread or backtrace.
package struct SpeedscopeJSON: Sendable {
  private let style: FrameStyle

  /// Prepares to write reports.
  package init(style: FrameStyle = FrameStyle()) { self.style = style }

  /// Returns one object for all reports of an input; ends with a line end.
  package func json(_ reports: [SymbolicatedReport]) -> [UInt8] {
    let made = reports.map { ReportProfiles($0, style: style) }
    var writer = JSONWriter(.page)
    writer.beginObject()
    writer.member("$schema", "https://www.speedscope.app/file-format-schema.json")
    writer.member("exporter", "symbolicate")
    writer.member("name", reports.first.map { TerminalText.visible(PageTitle.text($0.report)) })
    writer.member("activeProfileIndex", Self.heaviest(made.flatMap(\.profiles)))
    writer.object("shared") { writer in
      writer.list("frames", made.flatMap(\.frames.all)) { Self.write($1, to: &$0) }
    }
    writer.key("profiles")
    writer.beginArray()
    var first = 0
    for (report, one) in zip(reports, made) {
      for profile in one.profiles { Self.write(profile, title(profile, report, reports.count), first, to: &writer) }
      first += one.frames.all.count
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private func title(_ profile: StackProfile, _ answers: SymbolicatedReport, _ count: Int) -> String {
    let name = profile.name ?? PageTitle.text(answers.report)
    return count > 1 ? "\(answers.report.part + 1): \(name)" : name
  }

  private static func heaviest(_ profiles: [StackProfile]) -> Int {
    profiles.indices.max { (profiles[$0].total, $1) < (profiles[$1].total, $0) } ?? 0
  }

  private static func write(_ frame: ProfileFrame, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", TerminalText.visible(frame.name))
    writer.member("file", frame.file.map { TerminalText.visible($0) })
    writer.endObject()
  }

  /// Writes a profile; `first` is the position of its report's first function among those of all reports.
  private static func write(_ profile: StackProfile, _ title: String, _ first: Int, to writer: inout JSONWriter) {
    let ends = profile.nodes.indices.filter { profile.nodes[$0].own > 0 }
    writer.beginObject()
    writer.member("type", "sampled")
    writer.member("name", TerminalText.visible(title))
    writer.member("unit", "none")
    writer.member("startValue", 0)
    writer.member("endValue", ends.reduce(0) { min($0, .max - profile.nodes[$1].own) + profile.nodes[$1].own })
    writer.list("samples", ends) { $0.values(profile.stack(to: $1).map { $0 + first }) }
    writer.list("weights", ends) { $0.value(profile.nodes[$1].own) }
    writer.endObject()
  }
}
