import CrashModel
import JSONText

/// Writes a report without its call stacks.
enum JSONInspection {
  /// Writes one report as an object.
  static func write(_ answers: SymbolicatedReport, to writer: inout JSONWriter) {
    let report = answers.report
    let tally = FrameTally(answers)
    writer.beginObject()
    writer.member("schema", "symbolicate.inspect/1")
    writer.member("path", answers.path)
    writer.member("part", report.part)
    writer.member("format", report.format.name)
    writer.member("kind", report.kind.rawValue)
    JSONOverview.write(report, to: &writer)
    writer.object("counts") { writer in
      writer.member("threads", report.threads.count)
      writer.member("backtraces", report.backtraces.count)
      writer.member("callTrees", report.callTrees.count)
      writer.member("frames", tally.frames)
      writer.member("resolvedFrames", tally.resolvedFrames)
      writer.member("appFrames", tally.appFrames)
      writer.member("resolvedAppFrames", tally.resolvedAppFrames)
      if tally.mismatchedAppFrames > 0 { writer.member("mismatchedAppFrames", tally.mismatchedAppFrames) }
    }
    if let gap = SystemSymbolsGap(answers, tally) {
      writer.object("missingSystemSymbols") { writer in
        writer.member("name", gap.system.name)
        writer.member("version", gap.system.version)
        writer.member("build", gap.system.build)
        writer.member("arch", gap.architecture)
        writer.member("images", gap.images)
        writer.member("frames", gap.frames)
        writer.member("advice", gap.advice)
      }
    }
    writer.array("images", Array(report.images.indices)) { writer, position in
      JSONOverview.write(image: position, of: answers, to: &writer)
      writer.member("frames", tally.framesByImage[position])
    }
    JSONOverview.write(report.diagnostics, to: &writer)
    writer.endObject()
  }
}
