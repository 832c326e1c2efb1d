package import AppleLayout
package import CrashModel
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
    var text = DataText()
    text.object { text in
      text.key("$schema")
      text.value("https://www.speedscope.app/file-format-schema.json")
      text.key("exporter")
      text.value("symbolicate")
      text.key("name")
      text.value(reports.first.map { PageTitle.text($0.report) })
      text.key("activeProfileIndex")
      text.value(Self.heaviest(made.flatMap(\.profiles)))
      text.key("shared")
      text.object { text in
        text.key("frames")
        text.array { text in
          for frame in made.flatMap(\.frames.all) { Self.write(frame, to: &text) }
        }
      }
      text.key("profiles")
      text.array { text in
        var first = 0
        for (report, one) in zip(reports, made) {
          for profile in one.profiles { Self.write(profile, title(profile, report, reports.count), first, to: &text) }
          first += one.frames.all.count
        }
      }
    }
    return text.bytes + [UInt8(ascii: "\n")]
  }

  private func title(_ profile: StackProfile, _ answers: SymbolicatedReport, _ count: Int) -> String {
    let name = profile.name ?? PageTitle.text(answers.report)
    return count > 1 ? "\(answers.report.part + 1): \(name)" : name
  }

  private static func heaviest(_ profiles: [StackProfile]) -> Int {
    profiles.indices.max { (profiles[$0].total, $1) < (profiles[$1].total, $0) } ?? 0
  }

  private static func write(_ frame: ProfileFrame, to text: inout DataText) {
    text.object { text in
      text.key("name")
      text.value(frame.name)
      guard let file = frame.file else { return }
      text.key("file")
      text.value(file)
    }
  }

  /// Writes a profile; `first` is the position of its report's first function among those of all reports.
  private static func write(_ profile: StackProfile, _ title: String, _ first: Int, to text: inout DataText) {
    let ends = profile.nodes.indices.filter { profile.nodes[$0].own > 0 }
    text.object { text in
      text.key("type")
      text.value("sampled")
      text.key("name")
      text.value(title)
      text.key("unit")
      text.value("none")
      text.key("startValue")
      text.value(0)
      text.key("endValue")
      text.value(ends.reduce(0) { min($0, .max - profile.nodes[$1].own) + profile.nodes[$1].own })
      text.key("samples")
      text.array { text in
        for end in ends { text.value(profile.stack(to: end).map { $0 + first }) }
      }
      text.key("weights")
      text.value(ends.map { profile.nodes[$0].own })
    }
  }
}
